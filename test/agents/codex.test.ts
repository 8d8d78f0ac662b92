import { parse } from 'smol-toml';
import { expect, it } from 'vitest';
import { startModelServer } from '../fixtures/model-server/model-server.ts';
import { openaiResponses } from '../fixtures/model-server/openai-responses.ts';
import { leg } from '../legs.ts';
import { type AgentHome, createAgentHome, type ServerEntry } from './agent-home.ts';
import { HOW_TO_INSTALL, installedAgent } from './installed-agent.ts';
import { expectRemembered, LAST_WORDS, rememberSteps } from './remember-task.ts';

const CODEX = installedAgent('@openai/codex');
const withCodex = leg('Codex', CODEX !== undefined, HOW_TO_INSTALL);
const OURS = ['tool_search', 'tool_describe', 'tool_call'];
const SET = [
  // Only what reads runs unasked, and `codex exec` can ask nobody.
  ...['-c', 'mcp_servers.callslip.tools.tool_call.approval_mode="approve"'],
  // Else the first request goes out after a second, with the servers that are ready by then.
  ...['-c', 'mcp_servers.callslip.required=true'],
];

/** What somebody who works with a model on loopback has in Codex's file. */
function configOf(modelUrl: string, model: string, { everything, memory }: AgentHome['servers']): string {
  return `# The way I like it.
model = "${model}"
model_provider = "loopback"
check_for_update_on_startup = false

[analytics]
enabled = false

[model_providers.loopback]
name = "Loopback"
base_url = "${modelUrl}/v1"
wire_api = "responses"
env_key = "LOOPBACK_KEY"
request_max_retries = 0
stream_max_retries = 0

${serverTable('everything', everything)}
${serverTable('memory', memory)}`;
}

/** JSON's strings and lists are TOML's as well. */
function serverTable(label: string, { command, args, env }: ServerEntry): string {
  const variables = Object.entries(env).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  return `[mcp_servers.${label}]
command = ${JSON.stringify(command)}
args = ${JSON.stringify(args)}
env = { ${variables.join(', ')} }
`;
}

/** Lets Codex work at a prompt, with its servers moved behind the gateway. */
async function work(model: string, script: Parameters<typeof startModelServer>[1]) {
  const home = await createAgentHome();
  const server = await startModelServer(openaiResponses, script);
  await home.write('.codex/config.toml', configOf(server.url, model, home.servers));
  expect(await home.init('codex')).toMatchObject({ code: 0, stderr: '' });
  const args = ['exec', '--skip-git-repo-check', ...SET, 'Remember Ada.'];
  const environment = { CODEX_HOME: home.path('.codex'), LOOPBACK_KEY: 'none' };
  const ending = await home.runAgent(CODEX as string, args, environment);
  return { home, server, ending };
}

withCodex('Codex, moved behind the gateway by init', () => {
  it('shows the bridge at once, and nothing else of its servers', { timeout: 60_000 }, async () => {
    const call = (tool: string, args: object) => ({ name: `mcp__callslip.${tool}`, arguments: { ...args } });
    const { home, server, ending } = await work('gpt-5.5', rememberSteps(call));
    expect(ending).toMatchObject({ code: 0, stdout: `${LAST_WORDS}\n` });

    const { mcp_servers: servers, model } = parse(await home.read('.codex/config.toml'));
    expect([Object.keys(servers as object), model]).toEqual([['callslip'], 'gpt-5.5']);
    const shown = server.requests[0]?.tools ?? [];
    const fromServers = shown.map(({ name }) => name).filter((name) => name.startsWith('mcp'));
    expect(fromServers.sort()).toEqual(OURS.map((tool) => `mcp__callslip.${tool}`).sort());
    expect(shown.find(({ name }) => name === 'mcp__callslip.tool_call')?.parameters).toMatchObject({
      required: ['calls'],
    });
    await expectRemembered(server, home);
  });

  it('declares the bridge to a model that writes scripts', { timeout: 60_000 }, async () => {
    const call = (tool: string, args: object) => ({
      script: `const { content } = await tools.mcp__callslip__${tool}(${JSON.stringify(args)});
        text(content.map((block) => block.text).join('\\n'));`,
    });
    const { home, server, ending } = await work('gpt-6.2-sol', rememberSteps(call));
    expect(ending).toMatchObject({ code: 0, stdout: `${LAST_WORDS}\n` });

    const script = server.requests[0]?.tools.find(({ name }) => name === 'functions.exec');
    const declared = script?.description.match(/(?<=\{ )mcp__\w+(?=\()/g) ?? [];
    expect(declared.sort()).toEqual(OURS.map((tool) => `mcp__callslip__${tool}`).sort());
    await expectRemembered(server, home);
  });
});
