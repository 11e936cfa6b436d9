/** What `./scripts/mutate` breaks. */
import { expect, test } from "bun:test";
import { codeMutants } from "../../scripts/lab/mutation/code-mutants.ts";
import { nearTests } from "../../scripts/lab/mutation/near-tests.ts";
import { sqlMutants } from "../../scripts/lab/mutation/sql-mutants.ts";
import { noticedBy } from "../../scripts/lab/mutation/trial.ts";
import { LONG_MS } from "../support/long.ts";

test("the tests that are nearest to a broken file by their names go first", () => {
  const tests = [
    "tests/webhooks/lane.test.ts",
    "tests/webhooks/replays.test.ts",
    "tests/webhooks/routes.test.ts",
  ];
  expect(nearTests(tests, "db/webhooks/replay-lists.sql")).toEqual(["tests/webhooks/replays.test.ts"]);
  expect(nearTests(tests, "daemon/webhooks/replays/routes.ts")).toEqual(tests.slice(1));
  expect(nearTests(tests, "db/webhooks/pauses.ts")).toEqual([]);
});

test("a test that only ran out of time has noticed nothing, and the next that failed has", () => {
  const late =
    "tests/a/slow.test.ts:\n(pass) one [1ms]\n(fail) waits [90000ms]\n  ^ this test timed out after 90000ms.\n";
  expect(noticedBy(late)).toBeUndefined();
  const hook =
    "tests/a/b.test.ts:\n(fail) (unnamed) [9ms]\n  ^ a beforeEach/afterEach hook timed out for this test.\n";
  expect(noticedBy(hook)).toBeUndefined();
  expect(noticedBy(`${late}\ntests/a/next.test.ts:\nerror: no\n(fail) counts [2ms]\n`)).toBe(
    "tests/a/next.test.ts: counts [2ms]",
  );
});

test("a file that doesn't load has noticed, and one that passed has not", () => {
  expect(noticedBy("tests/a/b.test.ts:\n\nerror: x\n\n 0 pass\n 1 fail\n 1 error\n")).toBe(
    "tests/a/b.test.ts",
  );
  expect(noticedBy("tests/a/b.test.ts:\n(pass) one [1ms]\n\n 1 pass\n 0 fail\n")).toBeUndefined();
});

test("conditions and limits of SQL are broken one at a time, and comments are not", () => {
  const sql = "-- where a is null\nselect from t\nwhere a = 1 and b < 2 and not c limit 20";
  expect(sqlMutants("x.sql", sql).map(({ line, text }) => [line, text.split("\n").at(-1)])).toEqual([
    [3, "where a = 1 and b <= 2 and not c limit 20"],
    [3, "where a = 1 and b < 2 and c limit 20"],
    [3, "where true or a = 1 and b < 2 and not c limit 20"],
    [3, "where a = 1 and true or b < 2 and not c limit 20"],
    [3, "where a = 1 and b < 2 and not c limit 21"],
  ]);
});

test(
  "operators, conditions, limits, and calls of code are broken, and what is documented is not",
  async () => {
    const path = "daemon/templates/edits.ts";
    const found = (await codeMutants([path])).map(({ is, becomes }) => `${is} -> ${becomes}`);
    expect(found).toContain("end > now -> !(end > now)");
    expect(found).toContain("> -> >=");
    expect(found).toContain("30 -> (30 + 1)");
    const route = await codeMutants(["daemon/onboarding/routes.ts"]);
    expect(route.map(({ becomes }) => becomes)).toContain(";");
    const documented = await Bun.file("daemon/onboarding/routes.ts").text();
    const line = documented.split("\n").findIndex((one) => one.includes("errors: [409, 422, 429]")) + 1;
    expect(route.filter((one) => one.line === line)).toEqual([]);
  },
  LONG_MS,
);

test(
  "a break can be read by the compiler: a status as a key, a fallback beside another, and types, which stay",
  async () => {
    const paths = ["daemon/groups/shown.ts", "daemon/sandbox/graph/graph.ts", "daemon/start/types/routes.ts"];
    const found = await codeMutants(paths);
    const compiler = new Bun.Transpiler({ loader: "ts" });
    expect(() => found.map(({ text }) => compiler.transformSync(text))).not.toThrow();
    expect(found.map(({ becomes }) => becomes)).toContain("[403 + 1]");
  },
  LONG_MS,
);

test(
  "a break is made once, and none that nobody could notice",
  async () => {
    const found = await codeMutants(["db/crm/links.ts", "daemon/crm/record-routes.ts"]);
    expect(new Set(found.map(({ path, text }) => path + text)).size).toBe(found.length);
    const breaks = found.map(({ is, becomes }) => `${is} -> ${becomes}`);
    expect(breaks.some((one) => /^(.+) \?\? (.+) -> \(\(\1\) && \(\2\)\)$/.test(one))).toBe(true);
    expect(breaks).not.toContain("false -> true");
    expect(breaks).not.toContain("before === null -> !(before === null)");
    expect(breaks).not.toContain("64 -> (64 + 1)");
    expect(sqlMutants("x.sql", "select a from t limit 1")).toEqual([]);
  },
  LONG_MS,
);
