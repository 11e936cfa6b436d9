/** Plots as SVG, without a library: bars for kinds, columns for runs. */

const WIDTH = 640;
const ROW = 24;
const NAMES = 160;
const HEIGHT = 160;
/** A few columns don't fill the width. */
const WIDEST = 40;
/** Above the columns, for the line that says how many the highest has. */
const HEAD = 20;

/** A bar for each name, as long as its value. */
export function bars(values: readonly (readonly [string, number])[]): string {
  const most = Math.max(1, ...values.map(([, value]) => value));
  const rows = values.map(([name, value], index) => {
    const length = ((WIDTH - NAMES - 60) * value) / most;
    const y = index * ROW;
    return `<text x="0" y="${y + 16}">${name}</text>
<rect x="${NAMES}" y="${y + 4}" width="${length.toFixed(1)}" height="16" class="good"/>
<text x="${(NAMES + length + 8).toFixed(1)}" y="${y + 16}">${value}</text>`;
  });
  return svg(values.length * ROW, rows);
}

/** A column for each run, red where something was wrong. */
export function columns(runs: readonly { name: string; value: number; isBad: boolean }[]): string {
  const most = Math.max(1, ...runs.map(({ value }) => value));
  const step = WIDTH / Math.max(1, runs.length);
  const drawn = runs.map(({ name, value, isBad }, index) => {
    const height = ((HEIGHT - HEAD) * value) / most;
    const [x, y, width] = [index * step, HEIGHT - height, Math.max(1, Math.min(step - 1, WIDEST))];
    const place = `x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${width.toFixed(1)}" height="${height.toFixed(1)}"`;
    return `<rect ${place} class="${isBad ? "bad" : "good"}"><title>${name}: ${value}</title></rect>`;
  });
  const scale = `<text x="0" y="14" class="faint">at most ${most.toLocaleString("en")}</text>`;
  return svg(HEIGHT, [scale, ...drawn]);
}

function svg(height: number, shapes: string[]): string {
  const size = `viewBox="0 0 ${WIDTH} ${height}" role="img"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="system-ui, sans-serif" font-size="14">
${shapes.join("\n")}
</svg>`;
}
