import { isMap, type YAMLMap } from 'yaml';
import type { JsonObject } from '../../base/json.ts';
import { editBraces } from '../braces/edit-braces.ts';
import { applySplices, type Splice } from '../text/splice.ts';
import { blockMappingOf, isBlockMap } from './block-mapping.ts';
import { type BlockEdit, editBlock } from './edit-block.ts';
import { flowMappingOf } from './flow-mapping.ts';
import { parseYaml, readYaml } from './read-yaml.ts';
import { yamlStyleOf } from './yaml-style.ts';

/** Changes a text in YAML so that it says `wanted`; see {@link DocumentFormat}. */
export function editYaml(text: string, wanted: JsonObject): string {
  return half(half(text, wanted, 'take'), wanted, 'add');
}

function half(text: string, wanted: JsonObject, step: 'add' | 'take'): string {
  if (step === 'add' && Object.keys(wanted).length === 0) return text;
  const { contents } = parseYaml(text, '');
  const edit: BlockEdit = { text, step, style: yamlStyleOf(text, contents) };
  const change = [readYaml(text, ''), wanted] as const;
  if (isBlockMap(contents)) {
    return applySplices(text, editBlock(edit, blockMappingOf(text, contents, { start: 0, end: text.length }), change));
  }
  if (!isMap(contents))
    return step === 'take' || contents?.range[0] !== contents?.range[1] ? text : withRoot(edit, wanted);
  const braces = flowMappingOf(contents as YAMLMap.Parsed);
  const isEmpty = text.slice(braces.inside.start, braces.inside.end).trim() === '';
  if (!isEmpty) return applySplices(text, editBraces(text, braces, change, step, edit.style.braces));
  const whole: Splice = { start: braces.inside.start - 1, end: braces.inside.end + 1, text: rootOf(edit, wanted) };
  return step === 'take' ? text : applySplices(text, [whole]);
}

/** A document that has nothing but comments gets its mapping below them. */
function withRoot(edit: BlockEdit, wanted: JsonObject): string {
  const { lineBreak } = edit.style;
  const above = edit.text.trim() === '' ? '' : edit.text.replace(/(?:\r?\n)?$/, lineBreak);
  return `${above}${rootOf(edit, wanted)}${lineBreak}`;
}

function rootOf({ style }: BlockEdit, wanted: JsonObject): string {
  const members = Object.entries(wanted).map(([key, value]) => style.member(key, value ?? null, ''));
  return members.join(style.lineBreak);
}
