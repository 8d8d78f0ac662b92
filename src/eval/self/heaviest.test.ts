import { describe, expect, it } from 'vitest';
import { fakeTool } from '../../testing/fake-tool.ts';
import { weigh } from './heaviest.ts';

describe('weigh', () => {
  it('puts the heaviest schemas first, whatever the descriptions weigh', () => {
    const big = { type: 'object', properties: { body: { type: 'string', description: 'x'.repeat(400) } } };
    const tools = [
      fakeTool({ name: 'small' }),
      fakeTool({ name: 'talks', description: 'y'.repeat(4000) }),
      fakeTool({ name: 'asks', parameters: big }),
    ];
    const { heaviest, tokens } = weigh(tools, 2);
    expect(heaviest.map(({ name }) => name)).toEqual(['asks', 'talks']);
    expect(heaviest[0]?.schemaTokens).toBe(Math.ceil(JSON.stringify(big).length / 4));
    const declared = tools.map(({ name, description, inputSchema }) =>
      JSON.stringify({ name, description, inputSchema }),
    );
    expect(tokens).toBe(Math.ceil(declared.join('').length / 4));
  });
});
