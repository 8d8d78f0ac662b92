import type { Content } from '../../base/call/content.ts';
import type { CallOutcome } from '../../base/call/tool-call.ts';
import { renderResult } from '../../dispatch/render-result.ts';
import type { Exchange, PlayedTask } from '../main-job/sample-task.ts';
import type { Output } from '../terminal/output.ts';
import { printable } from '../terminal/printable.ts';

/** Characters of base64 that are shown. */
const SHOWN_DATA = 24;

/** A played task for people, with every character that a model sends and gets. */
export function renderTask({ exchanges, fault }: PlayedTask, { style }: Pick<Output, 'style'>): string {
  return [
    style.head('A task, played through the bridge'),
    ...exchanges.map((exchange) => renderExchange(exchange, style)),
    fault === undefined ? style.good('The task is done.') : style.bad(`The task failed: ${printable(fault)}`),
  ].join('\n\n');
}

function renderExchange({ purpose, name, arguments: args, outcome }: Exchange, style: Output['style']): string {
  const got = printable(whatModelGets(outcome)).replaceAll('\n', `\n${' '.repeat(15)}`);
  const through = outcome.via === undefined ? '' : `ran ${outcome.name}, `;
  return [
    `  ${style.faint(purpose)}`,
    `  ${style.name('model sends')}  ${name} ${printable(JSON.stringify(args))}`,
    `  ${style.name('model gets')}   ${got.trimEnd()}`,
    `  ${style.faint(`(${through}${outcome.status}, ${Math.round(outcome.durationMs)} ms)`)}`,
  ].join('\n');
}

/** The blocks as they come, the bytes of a picture cut short. */
function whatModelGets({ result }: CallOutcome): string {
  return result.ok ? result.content.map(renderBlock).join('\n') : renderResult(result);
}

function renderBlock(block: Content): string {
  if (block.type === 'text' && typeof block['text'] === 'string') return block['text'];
  const { data } = block;
  if (typeof data !== 'string' || data.length <= SHOWN_DATA) return JSON.stringify(block);
  return JSON.stringify({ ...block, data: `${data.slice(0, SHOWN_DATA)}… (${data.length} characters)` });
}
