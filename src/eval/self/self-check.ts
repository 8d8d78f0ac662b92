import type { Catalog } from '../../disclosure/catalog/catalog.ts';
import type { AskOptions } from '../ask.ts';
import { type Alike, findAlike } from './alike.ts';
import { type Weights, weigh } from './heaviest.ts';
import { findUnfound, type UnfoundTools } from './unfound.ts';

/** Of the heaviest schemas, how many are named. */
const MOST_HEAVY = 50;

/** What a catalogue tells of itself, without any labels. */
export interface SelfCheck {
  readonly tools: number;
  /** How many places count as found. */
  readonly top: number;
  readonly unfound: UnfoundTools;
  readonly alike: Alike;
  readonly weights: Weights;
}

/** How a catalogue is looked over. */
export interface SelfCheckOptions extends Omit<AskOptions, 'limit' | 'between'> {
  /** How many tools a model is shown for a query, where it asks for no other number. */
  readonly top: number;
  /** Called between two tools with what is being done and for how many of them it is; may wait, and a throw ends all. */
  readonly between?: (stage: 'finding' | 'comparing', done: number) => void | Promise<void>;
}

/** Looks a catalogue over: what its own words don't find, what can't be told apart, what weighs most. */
export async function selfCheck(catalog: Catalog, options: SelfCheckOptions): Promise<SelfCheck> {
  const { top, between = () => {}, ...ask } = options;
  return {
    tools: catalog.tools.length,
    top,
    unfound: await findUnfound(catalog, top, { ...ask, between: (done) => between('finding', done) }),
    alike: await findAlike(catalog.tools, (done) => between('comparing', done)),
    weights: weigh(catalog.tools, MOST_HEAVY),
  };
}
