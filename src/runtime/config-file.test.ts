import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfigFile, readEnvFile, readText } from './config-file.ts';

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

  it.each([
    ['a: 1\n---\nb: 1\n', 'a second document begins here'],
    ['a: "x\n', 'a quote, a bracket, a comma or a space behind a colon is missing'],
    ['a: *nothing', 'an alias has no anchor before it'],
    ['a:\n\tb: 1\n', 'a tab is used as indentation'],
  ])('speaks of %j in plain words', async (content, words) => {
    const message = await readConfigFile(await written(content)).catch(String);
    expect(message).toContain(words);
    expect(message).not.toMatch(/YAML\.|\(\)/);
  });

  it('reads a mapping of many members in one line', async () => {
    const members = Array.from({ length: 1000 }, (_, i) => `"k${i}": ${i}`).join(', ');
    expect(Object.keys((await readConfigFile(await written(`{${members}}`))) ?? {})).toHaveLength(1000);
  });

  it.each([
    ['fffe61003a00', 'little'],
    ['feff0061003a', 'big'],
  ])('says that a file is UTF-16 (%s, %s-endian)', async (bytes) => {
    const file = path.join(folder, 'utf16.yaml');
    await writeFile(file, Buffer.from(bytes, 'hex'));
    for (const read of [readConfigFile, readEnvFile, readText]) {
      await expect(read(file)).rejects.toMatchObject({ message: `${file}: it is UTF-16; save it as UTF-8` });
    }
  });

  it('refuses a file by its size before it reads it', async () => {
    const file = path.join(folder, 'large.yaml');
    await writeFile(file, '');
    await truncate(file, 10_000_001);
    await expect(readConfigFile(file)).rejects.toMatchObject({ message: `${file}: it is longer than 10 MB` });
  });

  it('does not open what is no regular file', async () => {
    const inside = path.join(folder, 'folder');
    await mkdir(inside);
    await expect(readConfigFile(inside)).rejects.toMatchObject({ message: `${inside}: it is no regular file` });
    if (process.platform === 'win32') return;
    for (const read of [readConfigFile, readEnvFile, readText]) {
      await expect(read('/dev/zero')).rejects.toMatchObject({ code: 'invalid-config' });
    }
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
