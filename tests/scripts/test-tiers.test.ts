/** When a test runs follows from what it uses. */
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../scripts/lib/run.ts";
import { longFiles } from "../../scripts/lib/tests/durations.ts";
import { tiersOf, WALKS } from "../../scripts/lib/tests/tiers.ts";

/** The tier of a test with this text, beside support that starts a program and some that imports that. */
function tierOf(text: string, path = "tests/some.test.ts", long: string[] = []) {
  const files = [
    { path, text },
    { path: "tests/support/program.ts", text: 'Bun.spawn(["true"]);' },
    { path: "tests/support/behind.ts", text: 'import "./program.ts";' },
    { path: "tests/support/shared-daemon.ts", text: 'import "./program.ts";' },
  ];
  return tiersOf(files, new Set(long)).get(path);
}

test.each([
  ["logic", 'import { expect, test } from "bun:test";'],
  ["the daemon that all share", 'import { sharedDaemon } from "./support/shared-daemon.ts";'],
  ["nothing but a type of what starts programs", 'import type { Program } from "./support/program.ts";'],
])("a test of %s is in the first tier", (_, text) => {
  expect(tierOf(text)).toBe("first");
});

test.each([
  ["starts a program", 'Bun.spawn(["true"]);'],
  ["imports what starts one, however far", 'import "./support/behind.ts";'],
  ["opens a browser", 'import { chromium } from "playwright-core";'],
  ["has a daemon of its own", "const daemon = ownDaemon({ settings: {} });"],
  ["may take long", 'import { LONG_MS } from "./support/long.ts";'],
])("a test that %s is not", (_, text) => {
  expect(tierOf(text)).toBe("rest");
});

test("nor is one that is noted as long", () => {
  expect(tierOf("", "tests/long.test.ts", ["tests/long.test.ts"])).toBe("rest");
});

test("the files that are noted as long are there", () => {
  expect([...longFiles()].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test("a test of a script is one of tools", () => {
  expect(tierOf("", "tests/scripts/some.test.ts")).toBe("tools");
});

test("a walk is in the first tier, whatever it uses", () => {
  expect(WALKS.map((path) => [existsSync(join(ROOT, path)), tierOf('Bun.spawn(["true"]);', path)])).toEqual(
    WALKS.map(() => [true, "first"]),
  );
});
