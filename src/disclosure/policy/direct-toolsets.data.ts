/** Toolsets that only a surface which shows their effect grants. Their tools stay visible unless `defer` names them. */
export const DIRECT_TOOLSETS: readonly string[] = ['desktop_ui', 'project', 'setup'];
