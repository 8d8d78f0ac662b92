import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'tsdown';
import { readDoors } from './scripts/setup/doors.mjs';

const { doors, commands } = readDoors(path.dirname(fileURLToPath(import.meta.url)));

export default defineConfig({
  // One build for all doors, so that they share chunks: a class or memo exists once, whichever door it came through.
  entry: Object.fromEntries([...doors, ...commands].map((door) => [door.output, door.source])),
  format: 'esm',
  // The door `callslip` runs in a browser; what the others need from Node stays an outside import.
  platform: 'neutral',
  deps: { neverBundle: [/^node:/], onlyBundle: [] },
  dts: true,
  failOnWarn: true,
});
