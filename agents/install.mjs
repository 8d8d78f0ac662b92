// Installs the agents that test/agents lets use the gateway: node agents/install.mjs. They have a lockfile of their own,
// and come without their install scripts. Does nothing when they are there already; ends with npm's code when it fails.
import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runChild } from '../scripts/setup/child.mjs';
import { npm } from '../scripts/setup/install.mjs';
import { say } from '../scripts/setup/say.mjs';

const HERE = import.meta.dirname;
const MODULES = path.join(HERE, 'node_modules');
const STAMP = path.join(MODULES, '.lock');

const lock = readFileSync(path.join(HERE, 'package-lock.json'), 'utf8');
if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === lock) {
  say('the agents are installed');
} else if (lstatSync(MODULES, { throwIfNoEntry: false })?.isSymbolicLink()) {
  say('agents/node_modules is a link, and npm would empty the folder behind it. Remove the link; then run this again.');
  process.exitCode = 1;
} else {
  say('installing the agents (about 500 MB) …');
  const { command, args, shell } = npm('ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error');
  process.exitCode = await runChild(command, args, { cwd: HERE, stdio: ['ignore', 2, 2], shell });
  if (process.exitCode === 0) writeFileSync(STAMP, lock);
}
