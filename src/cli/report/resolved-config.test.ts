// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is the syntax of a configuration
import { describe, expect, it } from 'vitest';
import { DEFAULT_GATEWAY } from '../../gateway/config.ts';
import { readConfig } from '../../runtime/config.ts';
import { resolveHome } from '../../runtime/home.ts';
import { resolvedConfig } from './resolved-config.ts';

describe('resolvedConfig', () => {
  it('[INV-10] shows no secret that is written out or filled in, whatever stands around it', () => {
    const values = {
      mcp_servers: {
        remote: { command: 'npx', args: ['mcp-remote', '-H', 'Authorization: Bearer bearer-1', '${SECVAR}'] },
        db: { command: 'npx', args: ['server-postgres', 'postgres://user:pw1@host/db', 'ghp_a1b2c3d4e5f6'] },
        line: { command: 'prog --token abc' },
        notes: { command: 'npx', args: ['${HOME}/notes'] },
        hiding: {
          command: 'npx',
          tools: {
            exclude: 'x',
            override: { a: { hide: { api_key: 'literal', owner: 'for ${SECVAR}', debug: null } } },
          },
          max_parallel_calls: 2,
        },
      },
    };
    const environment = { SECVAR: 'SECRETVAR1', HOME: '/home/me' };
    const home = resolveHome({}, '/home/me');
    const loaded = { home, environment, values, files: [], mcpJson: [], project: undefined };
    const shown = resolvedConfig(loaded, readConfig(loaded), DEFAULT_GATEWAY);
    expect(shown).toMatchObject({
      mcp_servers: {
        remote: { args: ['mcp-remote', '-H', 'Authorization: ***', '***'] },
        db: { args: ['server-postgres', 'postgres://user:***@host/db', '***'] },
        line: { command: 'prog --token ***' },
        notes: { args: ['/home/me/notes'] },
        hiding: {
          tools: { exclude: ['x'], override: { a: { hide: { api_key: '***', owner: 'for ***', debug: null } } } },
          max_parallel_calls: 2,
        },
      },
    });
  });
});
