import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../base/json.ts';
import { editDocument } from '../../documents/edit-document.ts';
import type { Dialect } from './dialect.ts';
import { claudeCode } from './dialects/claude-code.ts';
import { codex } from './dialects/codex.ts';
import { geminiCli } from './dialects/gemini-cli.ts';
import { goose } from './dialects/goose.ts';
import { mcpJson } from './dialects/mcp-json.ts';
import { vsCode } from './dialects/vs-code.ts';
import { zed } from './dialects/zed.ts';
import { DIALECTS } from './dialects.ts';
import { readForeignFile } from './read-foreign-file.ts';

/** What an entry of a client comes to, and what is said of it, its place left out. */
function read(dialect: Dialect, written: JsonObject) {
  const [at] = dialect.at;
  const text = editDocument(dialect.format, '', [{ path: [...at, 'a'], value: written }], 'F');
  const [server] = readForeignFile(text, { file: 'F', dialect }).servers;
  const place = `F: ${[...at, 'a'].join('.')}`;
  const told = server?.remarks.map(({ message }) => message.replaceAll(`${place}.`, ''));
  return { entry: server?.entry, approved: server?.approved, told };
}

const lost = (key: string) => `${key} has no counterpart in Callslip; it is left out`;
const program = (dialect: Dialect) => dialect.ownEntry({ command: 'x', args: [], env: {} }, dialect.at[0]);

describe('keys of other clients', () => {
  it.each<[own: string, value: Json, keys: readonly string[]]>([
    ['command', 'x', ['cmd']],
    ['env', { A: '1' }, ['environment', 'envs']],
    ['cwd', '/srv', ['workingDirectory', 'working_directory']],
    ['url', 'https://a.test/mcp', ['serverUrl', 'httpUrl', 'uri']],
    ['headers', { A: '1' }, ['http_headers', 'httpHeaders']],
    ['type', 'sse', ['transport', 'transportType', 'transport_type']],
    ['enabled', false, ['isActive']],
  ])('stand for %s', (own, value, keys) => {
    const needed: JsonObject =
      own === 'command' || own === 'url'
        ? {}
        : own === 'headers' || own === 'type'
          ? { url: 'https://a.test' }
          : { command: 'x' };
    for (const key of keys) {
      expect([key, read(mcpJson, { ...needed, [key]: value })]).toEqual([
        key,
        { entry: { ...needed, [own]: value }, approved: [], told: [] },
      ]);
    }
  });

  it.each([
    ['include', ['includeTools', 'include_tools', 'enabledTools', 'enabled_tools']],
    ['exclude', ['excludeTools', 'exclude_tools', 'disabledTools', 'disabled_tools']],
  ])('[CFG-16] stand for a list of tools to %s', (own, keys) => {
    for (const key of keys) {
      expect([key, read(mcpJson, { command: 'x', [key]: ['a_*'] }).entry]).toEqual([
        key,
        { command: 'x', tools: { [own]: ['a_*'] } },
      ]);
    }
  });

  it('[CFG-18] say what runs without asking, however it is spelt', () => {
    for (const key of ['alwaysAllow', 'always_allow', 'autoApprove', 'auto_approve', 'autoApproved', 'trust']) {
      const { entry, approved, told } = read(mcpJson, { command: 'x', [key]: ['search'] });
      expect([key, entry, approved]).toEqual([key, { command: 'x' }, ['search']]);
      expect(told).toEqual([expect.stringMatching(/^\w+ lets search run without asking/)]);
    }
  });

  it.each<[Dialect, readonly string[]]>([
    [mcpJson, ['auth', 'oauth', 'envFile']],
    [claudeCode, ['auth', 'envFile']],
    [vsCode, ['dev', 'envFile']],
    [
      codex,
      ['required', 'scopes', 'oauth_resource', 'http_headers_helper', 'environment_id', 'experimental_environment'],
    ],
    [geminiCli, ['authProviderType', 'targetAudience', 'targetServiceAccount', 'tcp']],
    [goose, ['socket']],
  ])('are told as lost where nothing here does what they do: %o', (dialect, keys) => {
    for (const key of keys) expect(read(dialect, { ...program(dialect), [key]: 'x' }).told).toEqual([lost(key)]);
  });

  it.each<[Dialect, JsonObject]>([
    [mcpJson, { description: 'D', icons: [], id: 1, metadata: {}, name: 'N', tags: ['t'], title: 'T', version: '1' }],
    [vsCode, { gallery: 'https://g.example', sandboxEnabled: false, sandbox: {} }],
    [codex, { startup_readiness: 'lazy', omit_tools_from: [] }],
    [geminiCli, { extension: {}, extensionName: 'E' }],
    [goose, { bundled: false, display_name: 'D' }],
    [zed, { source: 'custom', settings: {}, remote: false }],
  ])('are passed over in silence where they are of no consequence: %o', (dialect, keys) => {
    const own = program(dialect);
    expect(read(dialect, { ...own, ...keys })).toEqual(read(dialect, own));
  });
});

describe('an entry of our own in a client’s file', () => {
  it.each(DIALECTS)('is read back by $id without a word', (dialect) => {
    expect(read(dialect, program(dialect)).told).toEqual([]);
  });
});
