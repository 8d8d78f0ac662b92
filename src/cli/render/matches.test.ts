import { describe, expect, it } from 'vitest';
import { styleFor } from '../terminal/printable.ts';
import { renderMatches } from './matches.ts';

const plain = { style: styleFor(false, {}), width: undefined };
const record = { source: 'mcp', source_name: 'mcp-weather', description: 'Forecasts rain. And more.', required: [] };

describe('renderMatches', () => {
  it('shows of a miss what is listed, what comes close, what can\u2019t be used and why, and what was searched', () => {
    const answer = {
      results: [
        {
          query: 'outside',
          matches: [],
          related: [{ name: 'mcp__weather__forecast', reason: 'outside: rain' }],
          directly_listed: ['look', 'terminal'],
          unavailable: [
            { name: 'mcp__sky__look', reason: 'sky is not\nrunning', remedy: 'start it' },
            { name: 'mcp__sea__look', reason: 'no key' },
          ],
          available_sources: [{ name: 'weather', tool_count: 1 }],
          hint: 'h',
        },
        { query: 'rain', matches: ['mcp__weather__forecast'] },
      ],
      tools: { mcp__weather__forecast: record },
    };
    expect(renderMatches(answer, plain)).toBe(
      [
        'outside',
        '  no match',
        '  listed directly, without a search: look, terminal',
        '  close to it, but not exact:',
        '    mcp__weather__forecast  weather  Forecasts rain. (outside: rain)',
        "  can't be used now:",
        '    mcp__sky__look',
        '      sky is not running',
        '      remedy: start it',
        '    mcp__sea__look',
        '      no key',
        '  searched: weather (1)',
        '',
        'rain',
        '  mcp__weather__forecast  weather  Forecasts rain.',
      ].join('\n'),
    );
  });

  it('lets nothing that a server said steer the terminal', () => {
    const evil = '\u001b[2Jgone\u202e';
    const answer = {
      results: [
        {
          query: evil,
          matches: [],
          related: [{ name: 'a', reason: evil }],
          unavailable: [{ name: 'b', reason: evil, remedy: evil }],
        },
      ],
      tools: { a: { ...record, description: evil } },
    };
    for (const character of evil.replace('[2Jgone', '')) expect(renderMatches(answer, plain)).not.toContain(character);
  });
});
