/** Older names of tools, accepted wherever a tool's name is read. */
export const TOOL_ALIASES: ReadonlyMap<string, string> = new Map([
  ['todo', 'todo_list'],
  ['process', 'process_manage'],
  ['cronjob', 'cronjob_manage'],
]);

/** Older names of toolsets, accepted wherever a toolset's name is read. */
export const TOOLSET_ALIASES: ReadonlyMap<string, string> = new Map([
  ['web_tools', 'web'],
  ['terminal_tools', 'terminal'],
  ['vision_tools', 'vision'],
  ['image_tools', 'image_gen'],
  ['skills_tools', 'skills'],
  ['browser_tools', 'browser'],
  ['cronjob_tools', 'cronjob'],
  ['file_tools', 'file'],
  ['tts_tools', 'tts'],
]);

/** The reference calls a surface's bundle `hermes-<surface>`; ours is `callslip-<surface>`. */
export const BUNDLE_PREFIX_ALIAS = { from: 'hermes-', to: 'callslip-' } as const;
