import { displayWidth, fitColumns, padColumns } from './display-width.ts';

const GAP = '  ';

/** How a table is laid out. */
export interface TableOptions {
  readonly heads?: readonly string[];
  /** Numbers of the columns that stand at the right. */
  readonly right?: readonly number[];
  /** Columns there are. What does not fit is cut from the last column. @default no limit */
  readonly width?: number;
  readonly indent?: string;
  /** Colour of each column; heads stay plain. */
  readonly styles?: readonly (((cell: string) => string) | undefined)[];
}

/**
 * Rows in aligned columns, one line each, nothing behind the last column. Cells must be one line, free of control
 * characters.
 */
export function table(rows: readonly (readonly string[])[], options: TableOptions = {}): string {
  const { heads, right = [], indent = '' } = options;
  const all = heads === undefined ? rows : [heads, ...rows];
  const count = Math.max(0, ...all.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, column) =>
    Math.max(...all.map((row) => displayWidth(row[column] ?? ''))),
  );
  const before = displayWidth(indent) + widths.slice(0, -1).reduce((sum, width) => sum + width + GAP.length, 0);
  const room = Math.max(1, (options.width ?? Number.POSITIVE_INFINITY) - before);
  return all
    .map((row, index) => {
      const cells = row.map((cell, column) => {
        const padded = layOut(cell, column);
        return heads !== undefined && index === 0 ? padded : (options.styles?.[column]?.(padded) ?? padded);
      });
      return (indent + cells.join(GAP)).trimEnd();
    })
    .join('\n');

  function layOut(cell: string, column: number): string {
    if (right.includes(column)) return padColumns(cell, widths[column] ?? 0, 'right');
    return column === count - 1 ? fitColumns(cell, room) : padColumns(cell, widths[column] ?? 0);
  }
}
