import { expect, it } from 'vitest';
import { fakeTool } from '../../testing/fake-tool.ts';
import { sourceLabel } from './source-label.ts';

it.each([
  ['mcp', 'linear', 'linear'],
  ['mcp', 'mcp-proxy', 'mcp-proxy'],
  ['plugin', 'notes', 'notes'],
  ['plugin', 'mcp-notes', 'notes'],
  ['builtin', 'web', 'web'],
  ['other', '', 'other'],
  ['plugin', 'mcp-', 'other'],
] as const)('labels a source of kind %s called "%s" as %s', (kind, label, expected) => {
  expect(sourceLabel(fakeTool({ name: 'x', source: { kind, label } }))).toBe(expected);
});
