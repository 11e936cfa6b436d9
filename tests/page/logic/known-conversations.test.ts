/** What the inbox knows of its list, as pages and single conversations come in. */
import { expect, test } from "bun:test";
import {
  joins,
  type Known,
  NOTHING,
  ordered,
  withFirst,
  withFurther,
  withOne,
} from "../../../daemon/page/client/views/inbox/list/known.ts";

type Row = Parameters<typeof ordered>[0] extends Iterable<infer One> ? One : never;
type Page = Parameters<typeof withFirst>[1];

/** Of a conversation such as `ada 3` the newest message has the id 3. */
const row = (named: string) => {
  const [id, newest] = named.split(" ");
  return { id, last_message: newest === undefined ? null : { id: newest } } as Row;
};
const page = (named: string[], next_cursor: string | null) =>
  ({ data: named.map(row), meta: { next_cursor } }) as unknown as Page;
const known = (named: string[], cursor: string | null): Known => withFirst(NOTHING, page(named, cursor));
const shown = ({ rows, cursor }: Known) => [
  ordered(rows.values()).map(({ id, last_message }) => `${id} ${last_message?.id ?? "-"}`),
  cursor,
];

test("the newest is first, and what has no message last", () => {
  expect(shown(known(["ada 2", "bo", "cy 3"], null))).toEqual([["cy 3", "ada 2", "bo -"], null]);
});

test.each<[string, Known, Page, [string[], string | null]]>([
  [
    "what was read behind it stays",
    known(["ada 5", "bo 4", "cy 2"], "c2"),
    page(["dee 6", "ada 5"], "c5"),
    [["dee 6", "ada 5", "bo 4", "cy 2"], "c2"],
  ],
  [
    "what has left it is gone",
    known(["ada 5", "bo 4", "cy 2"], "c2"),
    page(["ada 5", "cy 2"], "c2b"),
    [["ada 5", "cy 2"], "c2b"],
  ],
  [
    "who moved up into it is there once",
    known(["ada 5", "bo 4", "cy 2"], "c2"),
    page(["cy 7", "ada 5"], "c5"),
    [["cy 7", "ada 5", "bo 4"], "c2"],
  ],
  [
    "where it is the whole, nothing else is",
    known(["ada 5", "bo 4"], "c4"),
    page(["ada 5"], null),
    [["ada 5"], null],
  ],
])("a first page again: %s", (_, before, again, expected) => {
  expect(shown(withFirst(before, again))).toEqual(expected);
});

test.each<[string, Known, Page, boolean]>([
  ["nothing was known", NOTHING, page(["ada 9"], "c9"), true],
  ["it is the whole", known(["ada 1"], null), page(["bo 9"], null), true],
  ["it reaches what was known", known(["ada 3"], null), page(["bo 9", "cy 3"], "c3"), true],
  ["it ends before it", known(["ada 3"], null), page(["bo 9", "cy 4"], "c4"), false],
])("whether a first page joins what was known, where %s", (_, before, first, is) => {
  expect(joins(before, first)).toBe(is);
});

test.each<[string, Known, string, Row | null, [string[], string | null]]>([
  ["moves up", known(["ada 5", "bo 4"], "c4"), "bo", row("bo 6"), [["bo 6", "ada 5"], "c4"]],
  ["is gone", known(["ada 5", "bo 4"], "c4"), "ada", null, [["bo 4"], "c4"]],
  ["is new", known(["ada 5"], "c5"), "cy", row("cy 7"), [["cy 7", "ada 5"], "c5"]],
  ["is older than what was read", known(["ada 5"], "c5"), "cy", row("cy 1"), [["ada 5"], "c5"]],
  ["is the oldest of all", known(["ada 5"], null), "cy", row("cy 1"), [["ada 5", "cy 1"], null]],
])("one that %s", (_, before, id, now, expected) => {
  expect(shown(withOne(before, id, now))).toEqual(expected);
});

test("a further page stands behind what is known, which is newer", () => {
  const further = withFurther(known(["ada 5", "bo 4"], "c4"), page(["bo 3", "cy 2"], null));
  expect(shown(further)).toEqual([["ada 5", "bo 4", "cy 2"], null]);
});
