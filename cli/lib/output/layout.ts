import { type Column, display, type Form, fieldName, textOf } from "./column.ts";

const NARROWEST = 12;
/** Ids are shortened before columns of these numbers are left out. */
const IMPORTANT = 2;

type Columns<Row> = ReadonlyArray<Column<Row>>;
export type Layout<Row> = { shown: Columns<Row>; form: Form; widths: number[] };

/** Which columns a terminal has room for, in which form, and how wide each is. */
export function layOut<Row>(rows: readonly Row[], columns: Columns<Row>, width: number): Layout<Row> {
  const filled = columns.filter((column) => !column.cut || rows.some((row) => textOf(row, column)));
  const fits = (some: Columns<Row>, form: Form) =>
    some.reduce((sum, column) => sum + narrowest(rows, column, form) + 2, -2) <= width;
  const leaving = (form: Form, least: number) => {
    let left: Columns<Row> = filled;
    while (!fits(left, form) && rankOfLeast(left) > least) left = withoutLeast(left);
    return left;
  };
  const withIds = leaving("short-times", IMPORTANT);
  const isRoomForIds = fits(withIds, "short-times");
  const shown = isRoomForIds ? withIds : leaving("short", 0);
  const form = fits(shown, "whole") ? "whole" : isRoomForIds ? "short-times" : "short";
  return { shown, form, widths: widthsOf(rows, shown, form, width) };
}

function rankOf<Row>({ optional = 0 }: Column<Row>): number {
  return optional === true ? Number.POSITIVE_INFINITY : optional;
}

function rankOfLeast<Row>(columns: Columns<Row>): number {
  return Math.max(...columns.map(rankOf));
}

function withoutLeast<Row>(columns: Columns<Row>): Columns<Row> {
  const least = rankOfLeast(columns);
  return columns.toSpliced(
    columns.findLastIndex((column) => rankOf(column) === least),
    1,
  );
}

/** How wide each column is: those that are cut share what the others leave, none of them more than it needs. */
function widthsOf<Row>(rows: readonly Row[], shown: Columns<Row>, form: Form, width: number): number[] {
  const wanted = shown.map((column) => widest(rows, column, form));
  const widths = shown.map((column) => narrowest(rows, column, form));
  let room = width - widths.reduce((sum, one) => sum + one + 2, -2);
  const lacking = (index: number) => (wanted[index] ?? 0) - (widths[index] ?? 0);
  const cut = [...shown.keys()].sort((one, other) => lacking(one) - lacking(other));
  for (const [place, index] of cut.entries()) {
    const more = Math.max(0, Math.min(lacking(index), Math.floor(room / (cut.length - place))));
    widths[index] = (widths[index] ?? 0) + more;
    room -= more;
  }
  return widths;
}

function narrowest<Row>(rows: readonly Row[], column: Column<Row>, form: Form): number {
  const whole = widest(rows, column, form);
  const { cut } = column;
  return cut === undefined ? whole : Math.min(cut === true ? NARROWEST : cut, whole);
}

function widest<Row>(rows: readonly Row[], column: Column<Row>, form: Form): number {
  return Math.max(
    fieldName(column).length,
    ...rows.map((row) => Bun.stringWidth(display(row, column, form))),
  );
}
