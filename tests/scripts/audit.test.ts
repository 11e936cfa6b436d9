import { expect, test } from "bun:test";
import { judge } from "../../scripts/checks/audit.ts";

const ADVISORY = {
  id: 1106913,
  url: "https://github.com/advisories/GHSA-29mw-wpgm-hmr9",
  title: "Regular expression denial of service",
  severity: "moderate",
  vulnerable_versions: "<4.17.21",
};
const answer = { lodash: [ADVISORY] };
const DAY = new Date("2026-11-21");

test("an advisory is a problem, by package, title, severity and name", () => {
  expect(judge({ report: answer })).toEqual({
    problems: ["lodash: Regular expression denial of service (moderate, GHSA-29mw-wpgm-hmr9)"],
    note: null,
  });
});

test("nothing known is no problem", () => {
  expect(judge({ report: {} }, {})).toEqual({ problems: [], note: null });
});

test("an advisory is allowed for a reason, until its day", () => {
  const allow = (until: string) => ({ "GHSA-29mw-wpgm-hmr9": { reason: "never called", until } });
  expect(judge({ report: answer }, allow("2026-12-01"), DAY).problems).toEqual([]);
  expect(judge({ report: answer }, allow("2026-11-01"), DAY).problems[0]).toContain(
    "it was allowed until 2026-11-01 (never called)",
  );
  expect(judge({ report: {} }, allow("2026-12-01"), DAY).problems).toEqual([
    "GHSA-29mw-wpgm-hmr9 is allowed, and nothing has it",
  ]);
});

test("without a registry the audit is skipped with a sentence, and nothing fails", () => {
  expect(judge({ unreachable: "no registry can be reached" })).toEqual({
    problems: [],
    note: "The audit of packages was skipped: no registry can be reached.",
  });
  for (const odd of [null, [], "no", { error: "not found" }])
    expect(judge({ report: odd })).toMatchObject({ problems: [], note: expect.stringContaining("skipped") });
});
