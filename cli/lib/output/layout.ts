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

/** How wide each column is: those that are cut share what the others leave, the narrow ones first. */
function widthsOf<Row>(rows: readonly Row[], shown: Columns<Row>, form: Form, width: number): number[] {
  const widths = shown.map((column) => widest(rows, column, form));
  const cuts = [...shown.keys()].filter((index) => shown[index]?.cut);
  const wanted = (index: number) => widths[index] ?? 0;
  let room =
    width - widths.reduce((sum, one) => sum + one + 2, -2) + cuts.reduce((sum, one) => sum + wanted(one), 0);
  let left = cuts.length;
  for (const index of cuts.toSorted((one, other) => wanted(one) - wanted(other))) {
    const least = leastOf(shown[index]);
    widths[index] = Math.min(wanted(index), Math.max(least, Math.floor(room / left)));
    room -= widths[index] ?? 0;
    left -= 1;
  }
  return widths;
}

function leastOf<Row>(column: Column<Row> | undefined): number {
  return typeof column?.cut === "number" ? column.cut : NARROWEST;
}

function narrowest<Row>(rows: readonly Row[], column: Column<Row>, form: Form): number {
  const whole = widest(rows, column, form);
  return column.cut ? Math.min(leastOf(column), whole) : whole;
}

function widest<Row>(rows: readonly Row[], column: Column<Row>, form: Form): number {
  return Math.max(
    fieldName(column).length,
    ...rows.map((row) => Bun.stringWidth(display(row, column, form))),
  );
}
