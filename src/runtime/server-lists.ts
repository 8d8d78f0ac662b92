import type { ServerConfig } from '../mcp/config.ts';
import { readServerEntries } from '../mcp/entries/server-entries.ts';
import type { LoadedConfig, Project } from './load-config.ts';

/** A server that is configured and does not count. */
export interface HeldBackServer {
  readonly label: string;
  readonly transport: ServerConfig['endpoint']['kind'];
  readonly reason: string;
  readonly remedy: string;
}

/** A problem of one server, or of a whole list of them. */
export interface ServerProblem {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly remedy: string;
}

/** Every server that counts, each label once: those of `mcp_servers` first, then those of the clients' files. */
export function readServers({ values, environment, mcpJson }: LoadedConfig): {
  readonly servers: readonly ServerConfig[];
  readonly problems: readonly ServerProblem[];
} {
  const lists = [
    { where: 'mcp_servers', ...readServerEntries(values['mcp_servers'], environment) },
    ...mcpJson.map((file) => ({ where: file.file, ...file.servers(environment) })),
  ];
  const servers = new Map<string, { readonly server: ServerConfig; readonly where: string }>();
  const problems: ServerProblem[] = lists.flatMap((list) => [...list.problems]);
  for (const list of lists) {
    for (const server of list.servers) {
      const first = servers.get(server.label);
      if (first === undefined) servers.set(server.label, { server, where: list.where });
      else problems.push(doubled(server.label, list.where, first.where));
    }
  }
  return { servers: [...servers.values()].map(({ server }) => server), problems };
}

/** The servers an untrusted project would have. No variable is filled in for them. */
export function heldBackServers({ project }: LoadedConfig): readonly HeldBackServer[] {
  if (project === undefined || project.trusted) return [];
  const lists = [
    readServerEntries(project.guarded['mcp_servers'], {}),
    ...project.mcpJson.map((file) => file.servers({})),
  ];
  return lists
    .flatMap((list) => list.servers)
    .map(({ label, endpoint }) => ({
      label,
      transport: endpoint.kind,
      reason: `the project ${project.folder} is not trusted`,
      remedy: trustRemedy(project),
    }));
}

/** What a person does about a project that is not trusted. */
export function trustRemedy({ configFile }: Project): string {
  return `look at ${configFile}, then run: callslip config --trust`;
}

function doubled(label: string, where: string, first: string): ServerProblem {
  return {
    severity: 'warning',
    message: `server ${label} of ${where} does not count: ${first} has one of this name`,
    remedy: 'give one of the two another name',
  };
}
