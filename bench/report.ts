import os from 'node:os';
import type { Timing } from './measure.ts';
import { figure, renderFigures, renderTable, type Table } from './table.ts';

/** One line of a suite's table. */
export interface Row {
  readonly what: string;
  /** Tools in the catalogue. */
  readonly tools?: number;
  readonly value: number;
  readonly unit: 'ms' | 'tokens';
  readonly p95?: number;
  readonly runs?: number;
  /** The value as a multiple of another one of the same run. */
  readonly ratio?: { readonly of: string; readonly times: number };
}

/** What was to be reached, and whether it was. */
export interface Aim {
  readonly what: string;
  readonly wanted: string;
  readonly measured: string;
  readonly met: boolean;
}

/** What one suite measured. */
export interface SuiteReport {
  readonly rows: readonly Row[];
  /** @default none */
  readonly tables?: readonly Table[];
  readonly aims: readonly Aim[];
}

/** What a suite gets. */
export interface SuiteOptions {
  /** Few runs: shows that it works, gives no figures to quote. */
  readonly quick: boolean;
  /** The halves of labelled sets to measure on. Whoever changes a scorer looks at `training`, and quotes `test`. */
  readonly half: 'training' | 'test';
  /** Where a plot goes, for suites that make one. */
  readonly plot: string | undefined;
  /** Says on standard error what is being done. */
  readonly progress: (text: string) => void;
}

/** A group of measurements. */
export interface Suite {
  readonly name: string;
  readonly title: string;
  run(options: SuiteOptions): Promise<SuiteReport>;
}

/** A row in milliseconds. */
export function timed(what: string, { median, p95, runs }: Timing, more: Pick<Row, 'tools' | 'ratio'> = {}): Row {
  return { what, value: median, p95, runs, unit: 'ms', ...more };
}

/** An aim that is a most. */
export function atMost(what: string, most: number, measured: number, unit: string): Aim {
  return {
    what,
    wanted: `at most ${most}${unit}`,
    measured: `${figure(measured)}${unit}`,
    met: measured <= most,
  };
}

/** An aim that is a least. */
export function atLeast(what: string, least: number, measured: number, unit: string): Aim {
  return {
    what,
    wanted: `at least ${least}${unit}`,
    measured: `${figure(measured)}${unit}`,
    met: measured >= least,
  };
}

/** What the figures were measured on. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly system: string;
  readonly node: string;
  readonly date: string;
}

/** This machine, now. */
export function thisMachine(): Machine {
  const cpus = os.cpus();
  return {
    cpu: cpus[0]?.model.trim() ?? 'unknown',
    cores: cpus.length,
    system: `${os.type()} ${os.arch()}`,
    node: process.version,
    date: new Date().toISOString().slice(0, 10),
  };
}

/** All that a suite measured, in Markdown. */
export function renderReport({ rows, tables = [] }: SuiteReport): string {
  return [...(rows.length > 0 ? [renderRows(rows)] : []), ...tables.map(renderFigures)].join('\n\n');
}

/** A suite's table in Markdown. */
function renderRows(rows: readonly Row[]): string {
  return renderTable(
    ['measured', 'tools', 'median', 'p95', 'runs', 'ratio'],
    rows.map((row) => [
      row.what,
      row.tools?.toLocaleString('en') ?? '',
      row.unit === 'ms' ? `${figure(row.value)} ms` : `${row.value.toLocaleString('en')} tokens`,
      row.p95 === undefined ? '' : `${figure(row.p95)} ms`,
      row.runs?.toString() ?? '',
      row.ratio === undefined ? '' : `${figure(row.ratio.times)} × ${row.ratio.of}`,
    ]),
  );
}

/** All aims in Markdown, those that fall short said plainly. */
export function renderAims(aims: readonly Aim[]): string {
  return renderTable(
    ['aim', 'wanted', 'measured', 'met'],
    aims.map(({ what, wanted, measured, met }) => [what, wanted, measured, met ? 'yes' : '**NO**']),
  );
}
