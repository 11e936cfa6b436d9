/** How the view of `waypost top` shares the room there is, and moves about: pure functions. */
import { expect, test } from "bun:test";
import { fitColumns, rowLine } from "../../cli/commands/top/cells.ts";
import type { PaneColumn } from "../../cli/commands/top/columns.ts";
import { detailLines } from "../../cli/commands/top/details.ts";
import { groupErrors } from "../../cli/commands/top/groups.ts";
import { shareLines } from "../../cli/commands/top/layout.ts";
import {
  newSession,
  type TopSession,
  withMove,
  withOverview,
  withView,
} from "../../cli/commands/top/session.ts";
import { short } from "../../cli/commands/top/summary.ts";
import type { Overview, OverviewError } from "../../cli/lib/api/types/overview.ts";
import { fitText } from "../../cli/lib/text/fit.ts";
import { createStyle } from "../../cli/lib/text/style.ts";

const column = (title: string, width: number, rank: number, grows?: number): PaneColumn<string> => ({
  ...{ title, width, rank, value: () => title },
  ...(grows === undefined ? {} : { grows }),
});

test("columns go by rank until the rest fits, and what grows shares the room up to its most", () => {
  const columns = [
    column("name", 10, 0, 14),
    column("less", 5, 2),
    column("more", 5, 1),
    column("why", 10, 1, 99),
  ];
  const shown = (width: number) => fitColumns(columns, width).map(({ title, taken }) => `${title} ${taken}`);
  expect(shown(10)).toEqual(["name 10"]);
  expect(shown(17)).toEqual(["name 10", "more 5"]);
  expect(shown(36)).toEqual(["name 10", "less 5", "more 5", "why 10"]);
  expect(shown(60)).toEqual(["name 14", "less 5", "more 5", "why 30"]);
});

test.each([
  ["abc", 5, "abc  "],
  ["abcdef", 5, "abcd…"],
  ["日本語です", 5, "日本…"],
  ["👩‍👩‍👧x", 2, "…"],
  ["", 2, "  "],
  ["abc", 0, ""],
])("%p is %p columns wide as %p", (text, width, fitted) => {
  expect(fitText(text, width).trimEnd()).toBe(fitted.trimEnd());
  expect(Bun.stringWidth(fitText(text, width))).toBe(width);
});

test("what others wrote can't move the cursor", () => {
  const columns = fitColumns([{ ...column("x", 8, 0), value: () => "a\u001b[2Jb\nc" }], 20);
  expect(rowLine(columns, "", new Date(), createStyle(false))).toBe("a [2Jb c");
});

test("every list shows something, the one with the focus as much as there is room for", () => {
  const counts = { channels: 30, lanes: 30, endpoints: 2, errors: 0 };
  const shares = (rows: number) => shareLines(counts, "lanes", { rows, columns: 80 });
  const used = (rows: number) => Object.values(shares(rows)).reduce((sum, one) => sum + one, 0);
  expect(shares(24)).toEqual({ channels: 3, lanes: 8, endpoints: 2, errors: 1 });
  expect(used(24)).toBe(24 - 6 - 4);
  expect(shares(50)).toEqual({ channels: 4, lanes: 30, endpoints: 2, errors: 1 });
  expect(shares(14)).toEqual({ lanes: 7 });
  expect(shares(1)).toEqual({ lanes: 1 });
});

test.each([
  [0, "0"],
  [0.4, "0.4"],
  [12.6, "13"],
  [9_999, "9999"],
  [12_345, "12k"],
  [1_234_567, "1.2M"],
])("%p a minute is written %p", (rate, text) => {
  expect(short(rate)).toBe(text);
});

const overviewOf = (...names: string[]) =>
  ({
    channels: names.map((name) => ({ id: name, name })),
    lanes: [],
    endpoints: [],
    errors: [],
  }) as unknown as Overview;
const SIZE = { page: 5, lastScroll: 3 };
const typed = (session: TopSession, ...moves: Parameters<typeof withMove>[1][]) =>
  moves.reduce((now, move) => withMove(now, move, SIZE), session);

test("the choice stays with its row when others come and go, and within the list", () => {
  const session = typed(newSession(overviewOf("a", "b", "c")), "down");
  expect(session.chosen.channels).toBe("b");
  expect(typed(withOverview(session, overviewOf("x", "y", "a", "b")), "down").chosen.channels).toBe("b");
  expect(typed(withOverview(session, overviewOf("c")), "up").chosen.channels).toBe("c");
  expect(typed(session, "page down").chosen.channels).toBe("c");
  expect(typed(session, "up", "up").chosen.channels).toBe("a");
});

test("errors that are alike are one row, which is known by what they have in common", () => {
  const error = (id: string, code: string, name = "Desk") =>
    ({ id, code, kind: "message", channel_id: name, endpoint_id: null }) as OverviewError;
  const groups = groupErrors([error("4", "x"), error("3", "y"), error("2", "x"), error("1", "x", "Other")]);
  expect(groups.map(({ id, row }) => [id, row.id, row.times])).toEqual([
    ["message Desk x", "4", 2],
    ["message Desk y", "3", 1],
    ["message Other x", "1", 1],
  ]);
});

test("lists follow one another in a circle; a list with nothing in it has no details", () => {
  const session = newSession(overviewOf("a"));
  expect(typed(session, "previous pane").pane).toBe("errors");
  expect(typed(session, "previous pane", "next pane").pane).toBe("channels");
  expect(typed(session, "endpoints").pane).toBe("endpoints");
  expect(withView(typed(session, "errors"), "details").shows).toBe("panes");
  expect(withView(session, "details")).toMatchObject({ shows: "details", chosen: { channels: "a" } });
  expect(typed(withView(session, "help"), "page down", "down").scroll).toBe(3);
  expect(typed(withView(session, "help"), "lanes").shows).toBe("panes");
});

test("the details of a channel have its errors with their codes, those of an error what each of them says", () => {
  const error = (id: string, channel_id: string) =>
    ({
      id,
      channel_id,
      code: "expired",
      detail: `${id} waited`,
      kind: "message",
      at: "2026-11-21T09:29:00Z",
    }) as OverviewError;
  const now = "2026-11-21T09:30:00Z";
  const overview = {
    ...overviewOf("a", "b"),
    now,
    errors: [error("1", "a"), error("2", "b"), error("3", "a")],
  };
  const session = newSession(overview as Overview);
  const recent = (one: TopSession) => {
    const lines = detailLines(one, 80, createStyle(false));
    return lines.slice(lines.indexOf("In the last hour") + 1);
  };
  expect(recent(session)).toEqual(["  1m ago  1  expired  1 waited", "  1m ago  3  expired  3 waited"]);
  expect(recent(typed(session, "previous pane"))).toEqual(["  1m ago  1  1 waited", "  1m ago  3  3 waited"]);
});
