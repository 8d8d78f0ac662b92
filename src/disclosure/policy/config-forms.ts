import {
  fallenBack,
  type ReadConfig,
  readSafely,
  shownValue,
  unknownKeys,
  writtenMember,
} from '../../base/config/config-warning.ts';
import { lenientBoolean } from '../../base/config/lenient-boolean.ts';
import { clamp, lenientInteger, lenientNumber } from '../../base/config/lenient-number.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { type Related, TOOL_SEARCH_RANGES, type ToolSearchConfig, type TriState } from './config.ts';
import { DEFER_LIST } from './defer-list.data.ts';

/** What is used where nothing is written. */
export const DEFAULT_TOOL_SEARCH: ToolSearchConfig = {
  enabled: 'auto',
  thresholdPct: TOOL_SEARCH_RANGES.threshold_pct.fallback,
  searchDefaultLimit: TOOL_SEARCH_RANGES.search_default_limit.fallback,
  maxSearchLimit: TOOL_SEARCH_RANGES.max_search_limit.fallback,
  listing: 'auto',
  listingMaxTokens: TOOL_SEARCH_RANGES.listing_max_tokens.fallback,
  defer: DEFER_LIST,
  related: 'on',
};

const PATH = 'tools.tool_search';
const KEYS: readonly string[] = ['enabled', 'listing', 'defer', ...Object.keys(TOOL_SEARCH_RANGES), 'related'];

/**
 * Reads `tools.tool_search` in any form in which people write it. A mapping is read key by key; `false` (or `off`,
 * `no`, `0`) alone switches deferral off; anything else alone means the defaults. Never throws: a value that can't be used falls back, and one
 * that is out of range moves to its nearest end.
 */
export function readToolSearchConfig(value: unknown): ReadConfig<ToolSearchConfig> {
  return readSafely(PATH, DEFAULT_TOOL_SEARCH, (warnings) => {
    if (isJsonObject(value)) return readMapping(value, warnings);
    const isOn = lenientBoolean(value);
    if (isOn === false) return { ...DEFAULT_TOOL_SEARCH, enabled: 'off' };
    if (value !== undefined && value !== null && isOn === undefined) {
      warnings.push(fallenBack(PATH, value, { enabled: 'auto' }));
    }
    return DEFAULT_TOOL_SEARCH;
  });
}

function readMapping(mapping: JsonObject, warnings: string[]): ToolSearchConfig {
  const from = { mapping, warnings };
  const maxSearchLimit = readNumber(from, 'max_search_limit', lenientInteger);
  const config: ToolSearchConfig = {
    enabled: readTriState(from, 'enabled'),
    thresholdPct: readNumber(from, 'threshold_pct', lenientNumber),
    searchDefaultLimit: readNumber(from, 'search_default_limit', lenientInteger, maxSearchLimit),
    maxSearchLimit,
    listing: readTriState(from, 'listing'),
    listingMaxTokens: readNumber(from, 'listing_max_tokens', lenientInteger),
    defer: readDefer(from),
    related: readRelated(from),
  };
  warnings.push(...unknownKeys(PATH, mapping, KEYS));
  return config;
}

interface Written {
  readonly mapping: JsonObject;
  readonly warnings: string[];
}

function readTriState({ mapping, warnings }: Written, key: 'enabled' | 'listing'): TriState {
  const written = writtenMember(mapping, key);
  if (written === undefined || (typeof written === 'string' && written.trim().toLowerCase() === 'auto')) return 'auto';
  const isOn = lenientBoolean(written);
  if (isOn !== undefined) return isOn ? 'on' : 'off';
  warnings.push(fallenBack(`${PATH}.${key}`, written, 'auto'));
  return 'auto';
}

function readRelated({ mapping, warnings }: Written): Related {
  const written = writtenMember(mapping, 'related');
  const isOn = lenientBoolean(written);
  if (written !== undefined && isOn === undefined) warnings.push(fallenBack(`${PATH}.related`, written, 'on'));
  return isOn === false ? 'off' : 'on';
}

function readNumber(
  { mapping, warnings }: Written,
  key: keyof typeof TOOL_SEARCH_RANGES,
  parse: (written: unknown) => number | undefined,
  most: number = TOOL_SEARCH_RANGES[key].max,
): number {
  const { fallback, min } = TOOL_SEARCH_RANGES[key];
  const written = writtenMember(mapping, key);
  const read = written === undefined ? fallback : parse(written);
  const used = clamp(read ?? fallback, min, most);
  if (written !== undefined && used !== read) warnings.push(fallenBack(`${PATH}.${key}`, written, used));
  return used;
}

function readDefer({ mapping, warnings }: Written): readonly string[] {
  const written = writtenMember(mapping, 'defer');
  if (written === undefined) return DEFER_LIST;
  if (!Array.isArray(written) && !(written instanceof Set)) {
    warnings.push(`${PATH}.defer is ${shownValue(written)}; expected a YAML list of names; the default list is used`);
    return DEFER_LIST;
  }
  const items: unknown[] = [...written];
  const unusable = items.filter((item) => !isScalar(item));
  if (unusable.length > 0) {
    warnings.push(`${PATH}.defer holds ${unusable.map(shownValue).join(', ')}, which is no name; the others are used`);
  }
  const names = items.filter(isScalar).map((item) => String(item).trim());
  return [...new Set(names)].filter((name) => name !== '');
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
