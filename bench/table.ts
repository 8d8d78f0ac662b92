/** Figures of several things side by side. */
export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly body: readonly (readonly (string | number)[])[];
  /** Digits behind the point. @default three digits that count */
  readonly decimals?: number;
}

/** A table of figures in Markdown. */
export function renderFigures({ title, head, body, decimals }: Table): string {
  const text = (value: string | number) => {
    if (typeof value === 'string') return value;
    return decimals === undefined || !Number.isFinite(value) ? figure(value) : value.toFixed(decimals);
  };
  return `${title}:\n\n${renderTable(
    head,
    body.map((cells) => cells.map(text)),
  )}`;
}

/** Three digits that count, without an exponent. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return 'nothing';
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(value !== 0 && Math.abs(value) < 0.01 ? 1 : 3)));
}

/** Rows in Markdown. */
export function renderTable(head: readonly string[], body: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, column) => (column === 0 ? '---' : '---:'))), ...body.map(line)].join('\n');
}
