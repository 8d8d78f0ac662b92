import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

async function run(example: string): Promise<string> {
  const args = ['--import', 'tsx', `examples/${example}.ts`];
  return (await promisify(execFile)(process.execPath, args, { cwd: ROOT })).stdout;
}

describe('examples', () => {
  it('library.ts finds, calls and is refused as it says', async () => {
    const output = await run('library');
    expect(output).toContain('declared: tool_search, tool_describe, tool_call');
    expect(output).toContain('off is cheaper here: so few tools cost less');
    expect(output).toContain('1 tool_search ok: {"queries":["convert currency"]');
    expect(output).toContain('2 convert_currency ok: {"amount":22,"currency":"USD"}');
    expect(output).toMatch(/3 convert_currency refused: .*"path":"arguments.from","constraint":"enum"/u);
  });

  it('policies.ts hides, allows, refuses and narrows as it says', async () => {
    const output = await run('policies');
    expect(output).toContain('hidden: play_sound, no loudspeaker; plug one in');
    expect(output).toContain('/tmp/scratch ok deleted /tmp/scratch');
    expect(output).toMatch(/\/tmp\/letters refused .*not-approved/u);
    expect(output).toMatch(/\.env refused .*not that file/u);
    expect(output).toContain('narrow session: refused scope');
  });
});
