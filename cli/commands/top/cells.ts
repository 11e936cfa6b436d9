import { plainCell } from "../../lib/output/column.ts";
import { fitText } from "../../lib/text/fit.ts";
import type { Style } from "../../lib/text/style.ts";
import { describeAge } from "../../lib/values/duration.ts";
import type { AnyPane } from "./panes.ts";

/** A column as it is drawn: so wide. */
type Drawn = AnyPane["columns"][number] & { taken: number };

const GAP = 2;

/** The columns that fit into `width`: those of the highest rank go first, those that grow share what is left. */
export function fitColumns(columns: AnyPane["columns"], width: number): Drawn[] {
  const shown = [...columns];
  const left = () => width - shown.reduce((sum, column) => sum + column.width + GAP, -GAP);
  while (left() < 0 && shown.length > 1) {
    const highest = Math.max(...shown.map(({ rank }) => rank));
    shown.splice(
      shown.findLastIndex(({ rank }) => rank === highest),
      1,
    );
  }
  return grow(shown, Math.max(0, left()));
}

/** Those that grow get equal shares, and the last ones what those before them could not use. */
function grow(columns: AnyPane["columns"], room: number): Drawn[] {
  let left = room;
  let growing = columns.filter(({ grows }) => grows !== undefined).length;
  return columns.map((column) => {
    if (column.grows === undefined) return { ...column, taken: column.width };
    const more = Math.min(Math.floor(left / growing), column.grows - column.width);
    left -= more;
    growing -= 1;
    return { ...column, taken: column.width + more };
  });
}

/** The titles, above the cells they are of; `first` stands in place of the first one. */
export function titleLine(columns: readonly Drawn[], first: string): string {
  return columns
    .map(({ title, taken, right }, index) => fitText(index === 0 ? first : title.toUpperCase(), taken, right))
    .join(" ".repeat(GAP))
    .trimEnd();
}

/** A row, its times as of `now`. */
export function rowLine(columns: readonly Drawn[], row: unknown, now: Date, style: Style): string {
  return columns
    .map(({ value, kind, taken, right }) => {
      const plain = plainCell(value(row));
      const text = plain === "" ? "-" : kind === "time" ? describeAge(plain, now) : plain;
      const cell = fitText(text, taken, right);
      if (text === "-" || text === "0") return style.dim(cell);
      return kind === "status" ? cell.replace(text, style.status(text)) : cell;
    })
    .join(" ".repeat(GAP))
    .trimEnd();
}
