import { toolsOfSet } from '../../bench/retrieval/labelled.ts';
import { toolTexts } from '../../bench/retrieval/tool-texts.ts';

/** The catalogues of `bench/data` that are described in English. */
export const ENGLISH_SETS: readonly string[] = [
  'azure-mcp',
  'livemcpbench-steps',
  'metatool',
  'bfcl-live',
  'acebench-en',
  'docker-mcp-registry',
  'github-mcp-server',
  'github-rest-openapi',
  'gorilla-apizoo',
];

/** The texts of a tool. */
export interface ToolText {
  /** What its set calls it. */
  readonly label: string;
  readonly name: string;
  readonly source: string;
  readonly description: string;
  readonly parameters: string;
}

/** The tools of a set, in its order. */
export async function textsOfSet(set: string): Promise<readonly ToolText[]> {
  return (await toolsOfSet(set)).map(({ label, tool }) => ({
    label,
    name: `${tool.source.toolName} ${tool.title ?? ''}`.trim(),
    source: tool.source.label,
    description: tool.description,
    parameters: toolTexts(tool).parameters,
  }));
}

/** All that a tool says, for counting words. */
export function wholeText({ name, source, description, parameters }: ToolText): string {
  return `${name} ${source} ${description} ${parameters}`;
}
