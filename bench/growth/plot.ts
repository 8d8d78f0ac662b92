/** One line of a plot. */
interface Series {
  readonly name: string;
  /** Ascending; all numbers above 0. */
  readonly points: readonly (readonly [x: number, y: number])[];
}

/** What is drawn: both axes are logarithmic. */
export interface Plot {
  readonly title: string;
  readonly x: string;
  readonly y: string;
  readonly series: readonly Series[];
}

const WIDTH = 840;
const HEIGHT = 480;
const LEFT = 70;
const RIGHT = 330;
const TOP = 44;
const BOTTOM = 54;
/** Told apart by those who see fewer colours as well: Okabe and Ito's palette. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#000000'];

/** The plot as SVG: the same numbers give the same bytes. */
export function drawPlot({ title, x, y, series }: Plot): string {
  const points = series.flatMap((each) => each.points);
  const across = axis(
    points.map(([value]) => value),
    LEFT,
    WIDTH - RIGHT,
  );
  const up = axis(
    points.map(([, value]) => value),
    HEIGHT - BOTTOM,
    TOP,
  );
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    text(LEFT, 24, title, 'font-size="15"'),
    text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 14, x, 'text-anchor="middle"'),
    text(
      18,
      (TOP + HEIGHT - BOTTOM) / 2,
      y,
      `text-anchor="middle" transform="rotate(-90 18 ${(TOP + HEIGHT - BOTTOM) / 2})"`,
    ),
    ...across.ticks.flatMap((tick) => [
      rule(across.at(tick), TOP, across.at(tick), HEIGHT - BOTTOM),
      text(across.at(tick), HEIGHT - BOTTOM + 18, label(tick), 'text-anchor="middle"'),
    ]),
    ...up.ticks.flatMap((tick) => [
      rule(LEFT, up.at(tick), WIDTH - RIGHT, up.at(tick)),
      text(LEFT - 8, up.at(tick) + 4, label(tick), 'text-anchor="end"'),
    ]),
    ...series.flatMap(({ name, points: own }, index) => {
      const colour = COLOURS[index % COLOURS.length];
      const path = own.map(([a, b]) => `${place(across.at(a))},${place(up.at(b))}`);
      const row = TOP + 10 + index * 22;
      return [
        `<polyline points="${path.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`,
        ...path.map((point) => `<circle cx="${point.replace(',', '" cy="')}" r="3" fill="${colour}"/>`),
        `<rect x="${WIDTH - RIGHT + 16}" y="${row - 6}" width="14" height="4" fill="${colour}"/>`,
        text(WIDTH - RIGHT + 38, row, name),
      ];
    }),
    '</svg>',
  ];
  return `${lines.join('\n')}\n`;
}

/** A logarithmic axis over whole powers of ten. */
function axis(values: readonly number[], from: number, to: number) {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.max(Math.ceil(Math.log10(Math.max(...values))), low + 1);
  return {
    ticks: Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index)),
    at: (value: number) => from + ((Math.log10(value) - low) / (high - low)) * (to - from),
  };
}

function rule(x1: number, y1: number, x2: number, y2: number): string {
  return `<line x1="${place(x1)}" y1="${place(y1)}" x2="${place(x2)}" y2="${place(y2)}" stroke="#dddddd"/>`;
}

function text(x: number, y: number, content: string, attributes = ''): string {
  const more = attributes === '' ? '' : ` ${attributes}`;
  return `<text x="${place(x)}" y="${place(y)}" fill="#222222"${more}>${escaped(content)}</text>`;
}

/** Tenths of a pixel, so that the last bit of a logarithm changes nothing. */
function place(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function label(tick: number): string {
  return tick < 1 ? String(Number(tick.toPrecision(1))) : String(Math.round(tick)).replace(/\B(?=(\d{3})+$)/g, ',');
}

function escaped(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
