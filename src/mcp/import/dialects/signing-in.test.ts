import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../base/json.ts';
import { editDocument } from '../../../documents/edit-document.ts';
import type { Dialect } from '../dialect.ts';
import { readForeignFile } from '../read-foreign-file.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { cursor } from './cursor.ts';
import { geminiCli } from './gemini-cli.ts';
import { opencode } from './opencode.ts';
import { vsCode } from './vs-code.ts';

const url = 'https://h.example/mcp';

function read(dialect: Dialect, entry: JsonObject) {
  const text = editDocument(dialect.format, '', [{ path: [...dialect.at[0], 'a'], value: entry }], 'F');
  return readForeignFile(text, { file: 'F', dialect }).servers[0];
}

describe('a server that signs in', () => {
  it.each([
    [cursor, { url, auth: { CLIENT_ID: 'x' } }],
    [claudeCode, { type: 'http', url, oauth: { clientId: 'x' } }],
    [vsCode, { type: 'http', url, oauth: { clientId: 'x' } }],
    [codex, { url, oauth: { client_id: 'x' } }],
    [codex, { url, scopes: ['read'] }],
    [codex, { url, oauth_resource: url }],
    [geminiCli, { httpUrl: url, oauth: { scopes: ['x'] } }],
    [geminiCli, { url, authProviderType: 'google_credentials' }],
    [opencode, { type: 'remote', url, oauth: {} }],
  ])('stays with $id, which can do that: %#', (dialect, entry) => {
    const server = read(dialect, entry);
    expect(server).toMatchObject({ entry: undefined, remarks: [{ severity: 'note' }] });
    expect(server?.remarks[0]?.message).toMatch(/signs in .* stays in/);
  });

  it.each([
    [codex, { url, bearer_token_env_var: 'TOKEN' }],
    [geminiCli, { url, oauth: { enabled: false } }],
    [geminiCli, { url, authProviderType: 'dynamic_discovery' }],
    [opencode, { type: 'remote', url, oauth: false }],
  ])('is none for $id: %#', (dialect, entry) => {
    expect(read(dialect, entry)?.entry).toMatchObject({ url });
  });
});
