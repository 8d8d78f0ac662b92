/**
 * The engine with everything that needs Node: configuration files, real MCP servers, results kept on disk.
 *
 * @module callslip/node
 */

export { createFileResultStore } from './runtime/cache/file-result-store.ts';
export type { CallslipConfig, ConfigProblem } from './runtime/config.ts';
export { configFragment, readConfig } from './runtime/config.ts';
export type { Runtime, RuntimeOptions, ServerStatus } from './runtime/create-runtime.ts';
export { createRuntime } from './runtime/create-runtime.ts';
export type { Home } from './runtime/home.ts';
export { resolveHome } from './runtime/home.ts';
export type { ConfigOptions, Environment, LoadedConfig, Project } from './runtime/load-config.ts';
export { loadConfig } from './runtime/load-config.ts';
export type { McpJsonFile } from './runtime/mcp-json-file.ts';
export { recordTrust } from './runtime/project-trust.ts';
export type { DefaultScope } from './runtime/scope-config.ts';
export type { HeldBackServer } from './runtime/server-lists.ts';
export type { ServerChanges } from './runtime/wire-mcp.ts';
