import { expect, it } from 'vitest';
import { geminiContents } from '../fixtures/model-server/gemini-contents.ts';
import { startModelServer } from '../fixtures/model-server/model-server.ts';
import { leg } from '../legs.ts';
import { createAgentHome } from './agent-home.ts';
import { HOW_TO_INSTALL, installedAgent } from './installed-agent.ts';
import { expectRemembered, LAST_WORDS, rememberSteps } from './remember-task.ts';

const GEMINI = installedAgent('@google/gemini-cli');
const withGemini = leg('Gemini CLI', GEMINI !== undefined, HOW_TO_INSTALL);
const SETTINGS = {
  general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
  privacy: { usageStatisticsEnabled: false },
  security: { auth: { selectedType: 'gemini-api-key' } },
  telemetry: { enabled: false },
};
/** What would have to be asked for is not even shown to the model at a prompt, where nobody can be asked. */
const ALLOW = `[[rule]]
mcpName = "callslip"
toolName = ["tool_search", "tool_describe", "tool_call"]
decision = "allow"
priority = 100
`;

withGemini('Gemini CLI, moved behind the gateway by init', () => {
  it('shows the bridge, and nothing else of its servers', { timeout: 60_000 }, async () => {
    const home = await createAgentHome();
    const call = (tool: string, args: object) => ({ name: `mcp_callslip_${tool}`, arguments: { ...args } });
    const server = await startModelServer(geminiContents, rememberSteps(call));
    const mine = { ...SETTINGS, mcpServers: home.servers };
    await home.write('.gemini/settings.json', JSON.stringify(mine, undefined, 2));
    await home.write('.gemini/policies/callslip.toml', ALLOW);
    expect(await home.init('gemini-cli')).toMatchObject({ code: 0, stderr: '' });

    const args = ['--skip-trust', '--model', 'gemini-2.5-pro', '--prompt', 'Remember Ada.'];
    const ending = await home.runAgent(GEMINI as string, args, {
      GEMINI_API_KEY: 'none',
      GOOGLE_GEMINI_BASE_URL: server.url,
      // So that it stays one process.
      GEMINI_CLI_NO_RELAUNCH: 'true',
    });
    expect(ending).toMatchObject({ code: 0, stdout: `${LAST_WORDS}\n` });

    const { mcpServers, ...rest } = JSON.parse(await home.read('.gemini/settings.json'));
    expect(Object.keys(mcpServers)).toEqual(['callslip']);
    expect(rest).toEqual(SETTINGS);
    const shown = server.requests[0]?.tools.map(({ name }) => name) ?? [];
    expect(shown.filter((name) => name.startsWith('mcp_'))).toEqual([
      'mcp_callslip_tool_search',
      'mcp_callslip_tool_describe',
      'mcp_callslip_tool_call',
    ]);
    await expectRemembered(server, home);
  });
});
