import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { gatewayFragment } from '../../src/gateway/config.ts';
import { startProgram } from '../tooling/run-program.ts';
import { temporaryTree } from '../tooling/temporary-tree.ts';

/** What no fresh clone has. */
const MADE_LATER = /^(?:dist|node_modules)\b/;
const COMPOSE = parse(readFileSync('container/compose.yaml', 'utf8')) as {
  readonly services: { readonly callslip: ComposeService };
  readonly volumes: Readonly<Record<string, unknown>>;
};
const SERVICE = COMPOSE.services.callslip;
const STEPS = readFileSync('container/Containerfile', 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, word = '', rest = ''] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
    return word === '' ? [] : [{ word, rest }];
  });

interface ComposeService {
  readonly build: { readonly context: string; readonly dockerfile: string };
  readonly ports: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly volumes: readonly string[];
  readonly healthcheck: { readonly test: readonly string[] };
}

const all = (word: string) => STEPS.filter((step) => step.word === word).map(({ rest }) => rest);
const last = (word: string) => all(word).at(-1) ?? '';

/** Runs what the container does, beside its programs and not in it, on a free port. */
function startLikeContainer(environment: Readonly<Record<string, string>>, home = temporaryTree({})) {
  const command: string[] = JSON.parse(last('CMD'));
  const child = spawn('sh', [path.resolve('container/callslip.sh'), ...command, '--port', '0'], {
    cwd: home,
    env: { PATH: process.env['PATH'], HOME: home, ...environment },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, home };
}

describe('the container file', () => {
  it('copies only what a clone has, or what the stage before has made', () => {
    const copies = all('COPY').map((rest) => rest.split(' '));
    expect(copies.length).toBeGreaterThan(5);
    for (const [first = '', ...others] of copies) {
      const isFromBuild = first === '--from=build';
      const sources = (isFromBuild ? others : [first, ...others]).slice(0, -1);
      for (const source of sources) {
        if (isFromBuild) expect(path.posix.relative(all('WORKDIR')[0] ?? '', source)).toMatch(MADE_LATER);
        else {
          expect(existsSync(source), source).toBe(true);
          expect(source).not.toMatch(MADE_LATER);
        }
      }
    }
  });

  it('copies everything that a build depends on before it builds', () => {
    const building = STEPS.findIndex(({ word, rest }) => word === 'RUN' && rest.includes('tsdown'));
    const before = STEPS.slice(0, building).filter(({ word }) => word === 'COPY');
    const copied = before.flatMap(({ rest }) => rest.split(' ').slice(0, -1));
    const inputs =
      readFileSync('scripts/setup/fingerprint.mjs', 'utf8').match(/BUILD_INPUTS = \[([^\]]+)\]/)?.[1] ?? '';
    const wanted = [...inputs.matchAll(/'([^']+)'/g)].map(([, file = '']) => file);
    expect(wanted.length).toBeGreaterThan(3);
    for (const file of [...wanted, 'src']) {
      expect(
        copied.some((source) => file === source || file.startsWith(`${source}/`)),
        file,
      ).toBe(true);
    }
  });

  it('runs as a user without rights, from a Node that the package supports', () => {
    expect(last('USER')).toBe('node');
    const images = all('FROM').map((rest) => /^node:(\d+)-slim/.exec(rest)?.[1]);
    expect(new Set(images)).toEqual(new Set(['22']));
  });
});

describe('the compose file', () => {
  it('names the container file, and the port and the folder that it has', () => {
    const container = path.resolve('container', SERVICE.build.context, SERVICE.build.dockerfile);
    expect(container).toBe(path.resolve('container/Containerfile'));
    const port = gatewayFragment.parse({}).port;
    expect(last('EXPOSE')).toBe(String(port));
    expect(SERVICE.ports).toEqual([`127.0.0.1:${port}:${port}`]);
    const [volume = '', folder] = SERVICE.volumes[0]?.split(':') ?? [];
    expect(Object.keys(COMPOSE.volumes)).toEqual([volume]);
    expect(folder).toBe(last('VOLUME'));
  });

  it('hands in the variable that the configuration asks for, and does not start without it', () => {
    const { gateway } = parse(readFileSync('container/config.yaml', 'utf8'));
    const [, name = ''] = /^\$\{(\w+)\}$/.exec(gateway.token) ?? [];
    expect(SERVICE.environment[name]).toMatch(new RegExp(`^\\$\\{${name}:\\?`));
  });
});

describe.skipIf(process.platform === 'win32')('the start command of the container', () => {
  it('serves whoever has the token, refuses everybody else, and is found in health', async () => {
    const { child, home } = startLikeContainer({ CALLSLIP_TOKEN: 'the-right-token' });
    const [url] = await once(createInterface(child.stdout), 'line');
    const { port } = new URL(url);
    expect(statSync(path.join(home, '.callslip/config.yaml')).isFile()).toBe(true);

    const [, node, ...args] = SERVICE.healthcheck.test;
    expect(node).toBe('node');
    const here = args.map((text) => text.replace(':8808/', `:${port}/`));
    expect((await startProgram(here).ended).code).toBe(0);

    const mcp = new URL(`http://127.0.0.1:${port}/mcp`);
    const connect = async (token: string) => {
      const client = new Client({ name: 'test', version: '1' });
      onTestFinished(() => client.close());
      const requestInit = { headers: { Authorization: `Bearer ${token}` } };
      const transport = new StreamableHTTPClientTransport(mcp, { requestInit });
      await client.connect(transport as Parameters<Client['connect']>[0]);
      return client;
    };
    expect((await connect('the-right-token')).getServerVersion()).toMatchObject({ name: 'callslip' });
    await expect(connect('another-token')).rejects.toThrow('the token is not the right one');
    expect((await fetch(mcp, { method: 'POST' })).status).toBe(401);

    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([0, null]);
    expect((await startProgram(here).ended).code).toBe(1);
  });

  it('takes the token from a file, and keeps the configuration that is there', async () => {
    const home = temporaryTree({
      token: 'from-a-file\n',
      '.callslip/config.yaml': `gateway: { token: "\${CALLSLIP_TOKEN}", path: /tools }\n`,
    });
    const { child } = startLikeContainer({ CALLSLIP_TOKEN_FILE: path.join(home, 'token') }, home);
    const [url] = await once(createInterface(child.stdout), 'line');
    const { port, pathname } = new URL(url);
    expect(pathname).toBe('/tools');
    const ask = (token: string) =>
      fetch(`http://127.0.0.1:${port}/tools`, { method: 'POST', headers: { Authorization: `Bearer ${token}` } });
    expect((await ask('from-a-file')).status).not.toBe(401);
    expect((await ask('from-another-file')).status).toBe(401);
  });

  it('does not start without a token', async () => {
    const { child } = startLikeContainer({});
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    const [code] = await once(child, 'close');
    expect(code).not.toBe(0);
    expect(said).toContain('CALLSLIP_TOKEN');
  });
});
