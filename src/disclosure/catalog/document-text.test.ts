import { describe, expect, it } from 'vitest';
import { publishedName } from '../../registry/tool/published-name.ts';
import { fakeTool } from '../../testing/fake-tool.ts';
import { documentText, fullName } from './document-text.ts';

const parameters = {
  type: 'object',
  properties: { issue_id: { type: 'object', properties: { inner: {} } }, body: {} },
};

describe('documentText', () => {
  it('joins the name in words, the description and the top-level parameter names', () => {
    const tool = fakeTool({ name: 'create_issue.v2:new-one', description: 'Opens an issue.', parameters });
    expect(documentText(tool)).toBe('create issue v2 new one Opens an issue. issue_id body');
  });

  it('takes the prefix mcp__ off, and adds a label only if it is not a word of the name', () => {
    const dashed = fakeTool({ name: 'mcp__mq-linear__list_issues', description: 'Lists.' });
    expect(documentText(dashed)).toBe('mq linear  list issues mq-linear Lists.');
    expect(documentText(fakeTool({ name: 'mcp__linear__list', description: 'Lists.' }))).toBe('linear  list Lists.');
  });

  it('says nothing of a source that is nobody', () => {
    const of = (source: Parameters<typeof fakeTool>[0]['source'] & object) =>
      documentText(fakeTool({ name: 'list', description: 'Lists.', source }));
    expect(of({ kind: 'other', label: '' })).toBe('list Lists.');
    expect(of({ kind: 'other', label: 'other' })).toBe('list Lists.');
    expect(of({ kind: 'other', label: 'files' })).toBe('list files Lists.');
    expect(of({ kind: 'plugin', label: 'files' })).toBe('list files Lists.');
  });

  it('reads the full name of a tool whose published name had to be changed', () => {
    const source = { kind: 'mcp', label: 'datadog', toolName: 'Users: list' } as const;
    const tool = fakeTool({ name: publishedName('datadog', 'Users: list'), source });
    expect(fullName(tool)).toBe('mcp__datadog__Users: list');
    expect(documentText(tool)).toBe('datadog  Users  list');
    const own = fakeTool({
      name: 'Ver_archivos_0a1b2c3d',
      source: { kind: 'other', label: '', toolName: 'Ver archivos' },
    });
    expect(documentText(own)).toBe('Ver archivos');
    expect(fullName(fakeTool({ name: 'list', source: { kind: 'plugin', label: 'files', toolName: 'ls' } }))).toBe(
      'list',
    );
  });

  it('reads both names of a tool that its owner renamed', () => {
    const source = { kind: 'mcp', label: 'tracker', toolName: 'get_a' } as const;
    const tool = fakeTool({ name: 'fetch-invoice', description: 'Gets.', source });
    expect(documentText(tool)).toBe('tracker  get a fetch invoice Gets.');
  });

  it('makes do with a schema without properties', () => {
    for (const odd of [{}, { properties: null }, { properties: ['a'] }, { properties: 'a' }]) {
      expect(documentText(fakeTool({ name: 'list', parameters: odd }))).toBe('list');
    }
  });

  it('takes parameter names as they are, whatever they are called', () => {
    const odd = JSON.parse('{"properties":{"__proto__":{},"constructor":{}}}');
    expect(documentText(fakeTool({ name: 'list', parameters: odd }))).toBe('list  __proto__ constructor');
  });

  it('reads connector, name and description of a connector tool, and no parameters', () => {
    const source = { kind: 'connectors', label: 'gmail', toolName: 'GMAIL_SEND_EMAIL' } as const;
    const tool = fakeTool({ name: 'connectors__gmail__SEND_EMAIL', description: 'Sends.', source, parameters });
    expect(documentText(tool)).toBe('gmail GMAIL SEND EMAIL Sends.');
  });
});
