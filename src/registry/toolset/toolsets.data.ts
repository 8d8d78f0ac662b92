import { CORE_TOOLS } from './core-tools.data.ts';
import type { Toolset } from './toolset.ts';

const core = (prefix: string): readonly string[] => CORE_TOOLS.filter((name) => name.startsWith(prefix));
const coreWithout = (left: RegExp): readonly string[] => CORE_TOOLS.filter((name) => !left.test(name));

const CODING = coreWithout(/^(image_generate|text_to_speech|cronjob_manage|computer_use|kanban_.*)$/);
const WEBHOOK = ['web_search', 'web_extract', 'vision_analyze', 'clarify'];
const DISCORD = ['discord', 'discord_admin'];
const FEISHU_DOC = ['feishu_doc_read'];
const FEISHU_DRIVE = [
  'feishu_drive_list_comments',
  'feishu_drive_list_comment_replies',
  'feishu_drive_reply_comment',
  'feishu_drive_add_comment',
];
const YUANBAO = ['yb_query_group_info', 'yb_query_group_members', 'yb_send_dm', 'yb_search_sticker', 'yb_send_sticker'];

/** Surfaces whose bundle is just the core tools. */
const CORE_SURFACES = [
  'cli',
  'cron',
  'telegram',
  'whatsapp',
  'slack',
  'signal',
  'bluebubbles',
  'homeassistant',
  'email',
  'mattermost',
  'matrix',
  'dingtalk',
  'weixin',
  'qqbot',
  'wecom',
  'wecom-callback',
  'sms',
];

const MESSAGING = [
  ...CORE_SURFACES.filter((name) => name !== 'cli' && name !== 'cron'),
  'discord',
  'feishu',
  'yuanbao',
];

const bundle = (name: string, tools: readonly string[]): Toolset => ({ name: `callslip-${name}`, tools, bundle: true });

/** The built-in toolsets. Any name that is not here is a toolset too as soon as a tool is registered under it. */
export const TOOLSETS: readonly Toolset[] = [
  { name: 'web', tools: ['web_search', 'web_extract'] },
  { name: 'search', tools: ['web_search'] },
  { name: 'x_search', tools: ['x_search'] },
  { name: 'vision', tools: ['vision_analyze'] },
  { name: 'video', tools: ['video_analyze'] },
  { name: 'image_gen', tools: ['image_generate'] },
  { name: 'video_gen', tools: ['video_generate', 'xai_video_edit', 'xai_video_extend'] },
  { name: 'computer_use', tools: ['computer_use'] },
  { name: 'terminal', tools: ['terminal', 'process_manage'] },
  { name: 'skills', tools: ['skills_list', 'skill_view', 'skill_manage'] },
  { name: 'browser', tools: core('browser_') },
  { name: 'cronjob', tools: ['cronjob_manage'] },
  { name: 'file', tools: ['read_file', 'write_file', 'patch', 'search_files'] },
  { name: 'tts', tools: ['text_to_speech'] },
  { name: 'todo', tools: ['todo_list'] },
  { name: 'memory', tools: ['memory'] },
  { name: 'context_engine', tools: [] },
  { name: 'session_search', tools: ['session_search'] },
  { name: 'project', tools: ['desktop_project'] },
  { name: 'setup', tools: ['manage_catalog'] },
  {
    name: 'desktop_ui',
    tools: [
      'read_terminal',
      'close_terminal',
      'desktop_preview',
      'drive_preview',
      'annotate_preview',
      'read_window_below',
      'focus_pane',
      'react_to_message',
      'setup_mcp',
      'gui_tour',
      'show_tip',
      'workflow',
    ],
  },
  { name: 'connections', tools: ['manage_connections'] },
  { name: 'clarify', tools: ['clarify'] },
  { name: 'code_execution', tools: ['execute_code'] },
  { name: 'delegation', tools: ['delegate_task'] },
  { name: 'kanban', tools: core('kanban_') },
  { name: 'discord', tools: ['discord'] },
  { name: 'discord_admin', tools: ['discord_admin'] },
  { name: 'yuanbao', tools: YUANBAO },
  { name: 'feishu_doc', tools: FEISHU_DOC },
  { name: 'feishu_drive', tools: FEISHU_DRIVE },
  { name: 'debugging', tools: ['terminal', 'process_manage'], includes: ['web', 'file'] },
  { name: 'safe', tools: [], includes: ['web', 'vision', 'image_gen'] },
  { name: 'coding', tools: CODING, bundle: true },
  bundle(
    'acp',
    CODING.filter((name) => name !== 'clarify'),
  ),
  bundle('api-server', coreWithout(/^(text_to_speech|clarify|computer_use|kanban_.*)$/)),
  ...CORE_SURFACES.map((name) => bundle(name, CORE_TOOLS)),
  bundle('discord', [...CORE_TOOLS, ...DISCORD]),
  bundle('feishu', [...CORE_TOOLS, ...FEISHU_DOC, ...FEISHU_DRIVE]),
  bundle('yuanbao', [...CORE_TOOLS, ...YUANBAO]),
  bundle('webhook', WEBHOOK),
  {
    name: 'callslip-gateway',
    tools: [],
    includes: [...MESSAGING, 'webhook'].map((name) => `callslip-${name}`),
    bundle: true,
  },
];
