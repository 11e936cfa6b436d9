/** Lists with no rows: with --json, a script gets JSON and nothing else. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { COMMANDS } from "./commands.ts";
import { type Ended, type ManyRuns, runMany } from "./run-many.ts";

const ARGUMENTS: Record<string, string> = {
  "contacts note": "ct_1",
  "contacts history": "ct_1",
  "contacts consent": "ct_1",
  "contacts identities": "ct_1",
  "contacts suppress": "ct_1",
  "conversations messages": "cv_1",
  "conversations note": "cv_1",
  "messages search": "order",
  "channels links": "ch_1",
  "channels labels list": "ch_1",
  "groups list": "--channel ch_1",
  "broadcasts people": "bc_1",
};

/** Profiles are there as soon as a command was pointed at a daemon. */
const isList = ({ path, options }: (typeof COMMANDS)[number]) =>
  path !== "profiles list" && ("watch" in options || path.endsWith(" list") || path in ARGUMENTS);

const lines = COMMANDS.filter(isList).map(({ path }) => `waypost ${path} ${ARGUMENTS[path] ?? ""}`.trim());

let runs: ManyRuns;
let asJson: Ended[];
let inWords: Ended[];
let quiet: Ended[];
beforeAll(async () => {
  runs = await runMany({ data: [], meta: { next_cursor: null } });
  asJson = await runs.run(lines, ["--json"]);
  inWords = await runs.run(lines, []);
  quiet = await runs.run(lines, ["--quiet"]);
});
afterAll(() => runs.stop());

test.each(lines.map((line, index) => [line, index] as const))("%s", (_, index) => {
  const json = asJson[index];
  expect(json).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(json?.stdout ?? "")).toMatchObject({ data: [] });
  expect(inWords[index]).toMatchObject({ code: 0, stdout: "", stderr: expect.stringContaining("None") });
  expect(quiet[index]).toMatchObject({ code: 0, stdout: "", stderr: "" });
});
