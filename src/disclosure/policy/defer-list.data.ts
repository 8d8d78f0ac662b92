/**
 * Tools that wait behind the bridge although they are core or belong to a desktop surface: seldom needed, with long
 * schemas. A user's `tools.tool_search.defer` replaces the list whole.
 */
export const DEFER_LIST: readonly string[] = [
  'computer_use',
  'session_search',
  'image_generate',
  'todo_list',
  'process_manage',
  'cronjob_manage',
  'drive_preview',
  'gui_tour',
  'desktop_preview',
  'annotate_preview',
  'show_tip',
  'setup_mcp',
  'desktop_project',
  'close_terminal',
  'apply_layout',
  'read_terminal',
  'read_window_below',
  'focus_pane',
];
