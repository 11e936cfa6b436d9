/** Secrets that commands make: on a terminal, or in a file that is nobody else's; never in what a journal keeps. */
import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../../scripts/lib/run.ts";
import { runInTerminal } from "../cli/run-cli.ts";
import { sharedDatabase } from "../support/shared-database.ts";
import { runWaypostd } from "./waypostd.ts";

const home = mkdtempSync(join(tmpdir(), "waypost-shown-"));
const database = sharedDatabase();

afterAll(async () => {
  rmSync(home, { recursive: true, force: true });
});

const environment = () => ({ DATABASE_URL: database.url, WAYPOST_HOME: home, HOME: home });
const SECRET = /\bwp_[0-9A-Za-z]{20}|\bwpr_[\w-]{20}|Password +\S/;

test.each([
  ["init", ["init", "--email", "ada@example.com"], /Password +\S{20}\nAPI key +wp_/],
  ["org_", ["orgs", "create", "Other", "--email", "bo@example.com"], /Password +\S{20}\nAPI key +wp_/],
  ["reset-", ["users", "reset", "bo@example.com"], /Token +wpr_/],
] as const)("%s… is a file where no terminal is", async (name, words, secrets) => {
  const ended = await runWaypostd([...words], environment());
  expect(ended).toMatchObject({ code: 0, stdout: "" });
  expect(ended.stderr).not.toMatch(SECRET);
  const path = /The secrets are in (\S+), which only this account can read/.exec(ended.stderr)?.[1] ?? "";
  expect(path).toStartWith(join(home, "shown-once", name));
  expect([statSync(path).mode & 0o777, statSync(join(home, "shown-once")).mode & 0o777]).toEqual([
    0o600, 0o700,
  ]);
  expect(readFileSync(path, "utf8")).toMatch(secrets);
});

test("a terminal shows them, and nothing keeps them", async () => {
  const before = readdirSync(join(home, "shown-once"));
  const command = [process.execPath, "--no-env-file", join(ROOT, "daemon/main.ts")];
  const env = { PATH: process.env.PATH ?? "", ...environment() };
  const run = runInTerminal([...command, "users", "reset", "bo@example.com"], env);
  expect(await run.exited).toBe(0);
  expect(run.screen()).toMatch(/Token +wpr_/);
  expect(readdirSync(join(home, "shown-once"))).toEqual(before);
});

test("where they can't be shown, nothing is made", async () => {
  const taken = join(home, "taken");
  mkdirSync(taken);
  writeFileSync(join(taken, "shown-once"), "");
  const words = ["orgs", "create", "Third", "--email", "cy@example.com"];
  const given = { WAYPOST_HOME: taken, WAYPOST_MASTER_KEY: readFileSync(join(home, "master.key"), "utf8") };
  const ended = await runWaypostd(words, { ...environment(), ...given });
  expect(ended).toMatchObject({ code: 1, stdout: "" });
  expect(ended.stderr).toContain("there is no terminal to show secrets on");
  expect((await runWaypostd(["orgs", "list"], environment())).stdout).not.toContain("Third");
});

test("a user's name can't steer the terminal that lists it", async () => {
  await database.sql`update users set name = ${"\u001b]52;c;ZXZpbA==\u0007\u009b2J\u202e"}`;
  const [plain, json] = await Promise.all([
    runWaypostd(["users", "list"], environment()),
    runWaypostd(["users", "list", "--json"], environment()),
  ]);
  expect(plain.stdout).toContain("\\u001b]52;c;ZXZpbA==\\u0007\\u009b2J\\u202e");
  expect(json.stdout.trimEnd()).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  expect(JSON.parse(json.stdout).data[0].name).toBe("\u001b]52;c;ZXZpbA==\u0007\u009b2J\u202e");
});
