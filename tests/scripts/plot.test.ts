import { expect, test } from "bun:test";
import type { Accepting, AcceptRow } from "../../scripts/benchmarks/accept.ts";
import { plotAccepting } from "../../scripts/benchmarks/plot.ts";

const at = (perSecond: number): Accepting => ({
  ...{ perSecond, slowest: perSecond - 10, fastest: perSecond + 10, p50: 1, p99: 2 },
});
const row = (connections: number, groupCommit: Accepting | null): AcceptRow => ({
  ...{ connections, withoutDatabase: at(9000), onePerRequest: at(300), waypost: at(4000), groupCommit },
  ...{ percentOfWithoutDatabase: 44, timesOnePerRequest: 13, percentOfGroupCommit: null },
});

test("a plot has a line for each contestant, and a place for each number of connections", () => {
  const svg = plotAccepting([row(1, at(1900)), row(64, at(8000))], "2 processors <& more");
  const words = [...svg.matchAll(/<text [^>]*>([^<]*)</g)].map(([, text]) => text);
  expect(words).toEqual(
    expect.arrayContaining(["1", "64", "Waypost", "one row each, in Go", "10,000", "without a database"]),
  );
  expect(svg.match(/stroke-width="2"/g)).toHaveLength(4);
  expect(svg).toContain("2 processors &lt;&amp; more");
});

test("a contestant that was not measured is left out", () => {
  const svg = plotAccepting([row(1, null), row(64, null)], "");
  expect(svg).not.toContain("in Go");
  expect(svg.match(/stroke-width="2"/g)).toHaveLength(3);
});
