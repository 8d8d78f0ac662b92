import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfigFile, readEnvFile } from './config-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'callslip-config-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function written(content: string): Promise<string> {
  const file = path.join(folder, 'config.yaml');
  await writeFile(file, content);
  return file;
}

describe('readConfigFile', () => {
  it('is absent without a file and empty for an empty one', async () => {
    expect(await readConfigFile(path.join(folder, 'nowhere', 'config.yaml'))).toBeUndefined();
    expect(await readConfigFile(await written('\uFEFF# nothing yet\n'))).toEqual({});
  });

  it('reads YAML, and JSON as YAML', async () => {
    expect(await readConfigFile(await written('tools:\n  tool_search: {enabled: on}\n'))).toEqual({
      tools: { tool_search: { enabled: 'on' } },
    });
    expect(await readConfigFile(await written('{"toolsets": ["web"]}'))).toEqual({ toolsets: ['web'] });
  });

  it.each([
    ['a: 1\na: 2\n', ':2:1:'],
    ['a:\n\tb: 1\n', ':2:1:'],
    ['a: [1,\n', ':2:1:'],
    ['a: 1\n---\nb: 1\n', ':2:1:'],
  ])('names the place of the fault in %j and repeats nothing of the file', async (content, place) => {
    const file = await written(content.replace('a:', 'hunter2:').replace('\na:', '\nhunter2:'));
    const fault = await readConfigFile(file).catch((error: unknown) => error);
    expect(fault).toMatchObject({ code: 'invalid-config', message: expect.stringContaining(`${file}${place}`) });
    expect(String(fault)).not.toContain('hunter2');
  });

  it.each([
    ['a list', '- a\n- b\n'],
    ['a text', 'just text'],
    ['an alias without an anchor', 'a: *nothing'],
  ])('refuses %s by name', async (_what, content) => {
    await expect(readConfigFile(await written(content))).rejects.toMatchObject({ code: 'invalid-config' });
  });

  it.each(['[', '{a: ', '- ', '? '])('refuses 10,000 levels of "%s"', async (level) => {
    const file = await written(`a:\n  ${level.repeat(10_000)}`);
    await expect(readConfigFile(file)).rejects.toMatchObject({ code: 'invalid-config' });
  });

  it('refuses aliases that multiply', async () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x]'];
    for (let i = 1; i < 9; i++)
      lines.push(
        `a${i}: &a${i} [${Array(9)
          .fill(`*a${i - 1}`)
          .join(', ')}]`,
      );
    await expect(readConfigFile(await written(lines.join('\n')))).rejects.toMatchObject({ code: 'invalid-config' });
  });

  it('keeps __proto__ as a plain key', async () => {
    const values = await readConfigFile(await written('__proto__: {polluted: true}\n'));
    expect(Object.keys(values ?? {})).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('readEnvFile', () => {
  it('reads quoted and exported variables; a missing file has none', async () => {
    const file = path.join(folder, '.env');
    await writeFile(file, '\uFEFFA=1\nexport B="x y"\n# C=3\n');
    expect(await readEnvFile(file)).toEqual({ A: '1', B: 'x y' });
    expect(await readEnvFile(path.join(folder, 'none'))).toEqual({});
  });
});
