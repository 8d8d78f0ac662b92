// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is the syntax of a configuration
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { runInProcess } from '../../../test/fixtures/cli-host.ts';

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'callslip-cli-config-')));
});
afterEach(() => rm(root, { recursive: true }));

const SECRETS = {
  TRACKER_TOKEN: 'tok-1234567890',
  DB_PASSWORD: 'pass-1234567890',
  GATE_KEY: 'gate-1234567890',
};

const run = (...args: readonly string[]) =>
  runInProcess(['config', ...args], {
    cwd: root,
    environment: { CALLSLIP_HOME: path.join(root, 'home'), ...SECRETS },
  });
const write = (name: string, content: string) => writeFile(path.join(root, name), content);

describe('callslip config', () => {
  it('shows every default without a file, as YAML that can be used', async () => {
    const { exitCode, stdout, stderr } = await run();
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toContain('# (no configuration file; these are the defaults)\n');
    const shown = parse(stdout);
    expect(shown.tools.tool_search).toMatchObject({ enabled: 'auto', max_search_limit: 25, listing_max_tokens: 4000 });
    expect(shown.gateway).toMatchObject({ host: '127.0.0.1', port: 8808, path: '/mcp' });
    await write('again.yaml', stdout);
    expect(await run('--config', 'again.yaml', '--check')).toMatchObject({ exitCode: 0, stdout: 'no problem found\n' });
  });

  it('[INV-10] fills in variables, and shows no secret, wherever it stands', async () => {
    await write(
      'c.yaml',
      `mcp_servers:
  tracker:
    url: "https://127.0.0.1:1/\${TRACKER_TOKEN}/mcp?api_key=query-secret"
    headers: {Authorization: "Bearer \${TRACKER_TOKEN}", X-Plain: plain-header}
  db:
    command: "\${PROGRAM:-psql}"
    args: ["postgres://u:\${DB_PASSWORD}@h", --token, flag-secret, --api-key=key-secret, --verbose]
    env: {PGPASSWORD: literal-secret, PGHOST: some-host}
gateway: {token: "\${GATE_KEY}"}
`,
    );
    for (const args of [[], ['--json']]) {
      const { exitCode, stdout, stderr } = await run('--config', 'c.yaml', ...args);
      expect([exitCode, stderr]).toEqual([0, '']);
      const hidden = ['query-secret', 'plain-header', 'flag-secret', 'key-secret', 'literal-secret', 'some-host'];
      for (const secret of [...Object.values(SECRETS), ...hidden]) expect(stdout).not.toContain(secret);
      expect(stdout).toContain('psql');
      expect(stdout).toContain('--verbose');
      expect(stdout).toContain('PGHOST');
    }
  });

  it('names what is wrong, with --check, and exits with 2 when something that was asked for is missing', async () => {
    await write('warn.yaml', 'voice: {}\ntools: {tool_search: {threshold_pct: high}}\ngateway: {port: -1}\n');
    const warned = await run('--config', 'warn.yaml', '--check');
    expect(warned.exitCode).toBe(0);
    expect(warned.stdout).toContain('warning: unknown keys are ignored: voice;');
    expect(warned.stdout).toContain('tools.tool_search.threshold_pct');
    expect(warned.stdout).toContain('gateway.port');

    await write(
      'bad.yaml',
      'mcp_servers: {a: {url: "${UNSET}"}}\nmcp_json: none.json\ngateway: {token: "${ALSO_UNSET}"}\n',
    );
    const bad = await run('--config', 'bad.yaml', '--check');
    expect(bad.exitCode).toBe(2);
    for (const text of ['UNSET', 'none.json does not exist', 'ALSO_UNSET', 'gateway.token'])
      expect(bad.stdout).toContain(text);
    expect(JSON.parse((await run('--config', 'bad.yaml', '--check', '--json')).stdout)).toMatchObject({ ok: false });
  });

  it('names the place in a file that can’t be read, and a file that is not there', async () => {
    await write('broken.yaml', 'a: 1\na: 2\n');
    expect(await run('--config', 'broken.yaml')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(`${path.join(root, 'broken.yaml')}:2:1: a key is written twice`),
    });
    expect(await run('--config', 'nowhere.yaml')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('does not exist'),
    });
  });

  it('trusts a project, once it has one, and says which servers may start', async () => {
    expect(await run('--trust')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('.callslip/config.yaml'),
    });
    await mkdir(path.join(root, '.callslip'));
    await write('.callslip/config.yaml', 'mcp_servers: {mine: {command: x}}\n');
    expect((await run()).stdout).not.toContain('mine');
    expect((await run()).stderr).toContain('callslip config --trust');
    expect(await run('--trust')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('its servers may start: mine'),
    });
    const after = await run();
    expect(after.stdout).toContain('mine');
    expect(after.stderr).toBe('');
  });

  it('prints the JSON Schema of the file, with every section', async () => {
    const schema = JSON.parse((await run('--schema')).stdout);
    expect(Object.keys(schema.properties)).toEqual(
      expect.arrayContaining(['tools', 'mcp_servers', 'approvals', 'gateway']),
    );
    expect(schema.properties.mcp_servers.additionalProperties.properties.command).toMatchObject({ type: 'string' });
    expect(schema.required ?? []).toEqual([]);
  });
});
