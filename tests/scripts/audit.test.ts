import { expect, test } from "bun:test";
import { judge } from "../../scripts/checks/audit.ts";

const ADVISORY = {
  id: 1106913,
  url: "https://github.com/advisories/GHSA-29mw-wpgm-hmr9",
  title: "Regular expression denial of service",
  severity: "moderate",
  vulnerable_versions: "<4.17.21",
};

test("an advisory is a problem, by package, title, severity and name", () => {
  expect(judge(JSON.stringify({ lodash: [ADVISORY] }), "")).toEqual({
    problems: ["lodash: Regular expression denial of service (moderate, GHSA-29mw-wpgm-hmr9)"],
    note: null,
  });
});

test("nothing known is no problem", () => {
  expect(judge("{}", "")).toEqual({ problems: [], note: null });
});

test("without a registry the audit is skipped with a sentence, and nothing fails", () => {
  for (const [output, errors, why] of [
    ["", "error: failed to connect", "no registry can be reached"],
    ["", "error: 405", "the registry answered 405"],
    ['{"error":"not found"}', "", "no registry can be reached"],
    ["null", "", "no registry can be reached"],
  ] as const)
    expect(judge(output, errors)).toEqual({
      problems: [],
      note: `The audit of packages was skipped: ${why}.`,
    });
});
