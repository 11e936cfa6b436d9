/** Every script of docs/send-from-ci.md, run against a real daemon. */
import { beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { parse } from "yaml";
import { newHome } from "../cli/run-cli.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { countSent, makeClient, readBlocks, runScript } from "./recipes.ts";

const blocks = readBlocks("send-from-ci.md");
const scripts = blocks.filter(({ language }) => language === "sh");
const GOOD = "14155550123";
const FAILS = "15550000100";
const SILENT = "15550000400";

const daemon = sharedDaemon();
let client: string;
let key: string;
let runs = 0;

beforeAll(async () => {
  client = (await makeClient()).folder;
  const made = await run(the("Create a restricted key"), { WAYPOST_API_KEY: daemon.key });
  expect(made).toMatchObject({ code: 0, stderr: "" });
  key = made.stdout.trim();
});

/** The only script below a heading, or one of several. */
function the(heading: string, nth = 0): string {
  const { text } = scripts.filter((one) => one.heading === heading)[nth] ?? { text: "exit 99" };
  return text;
}

/** Runs a script as a new run of a pipeline, unless `RUN` says which. */
function run(script: string, env: Record<string, string> = {}, folder = newHome()) {
  const variables = {
    ...{ WAYPOST_URL: daemon.url, WAYPOST_API_KEY: key, CHANNEL: daemon.channelId, PHONE: GOOD },
    ...{ PHONES: "14155550124 14155550125", VERSION: "v1.4.0", RUN: `acme/shop/${++runs}`, BACKUP: "false" },
  };
  return runScript(script, { env: { ...variables, ...env }, client, folder });
}

const sentTo = (number: string) => countSent(daemon, number);

describe("every script", () => {
  const folder = newHome();
  test.each(scripts.slice(1).map(({ heading, text }) => [heading, text] as const))("%s", async (_, text) => {
    const { code, stderr } = await run(text, {}, folder);
    expect([code, stderr]).toEqual([0, expect.not.stringMatching(/error|warning/)]);
  });
});

test("the key sends from its channel, reads its result, and nothing else", async () => {
  expect(key).toMatch(/^wp_/);
  for (const noun of ["templates", "contacts", "channels", "keys"]) {
    const tried = await run(`waypost ${noun} list`);
    expect([noun, tried.code]).toEqual([noun, 3]);
  }
});

test("a job that is run again sends nothing twice, and ends as it did", async () => {
  const env = { PHONE: "14155550177", RUN: "acme/shop/again" };
  const first = await run(the("Send and wait"), env);
  const second = await run(the("Send and wait"), env);
  expect([first.code, second.code, await sentTo(env.PHONE)]).toEqual([0, 0, 1]);
  expect(second.stdout.split("\n")[0]).toBe(first.stdout.split("\n")[0] ?? "");
});

test("the same key with another message is refused", async () => {
  const env = { PHONE: GOOD, RUN: "acme/shop/other" };
  await run(the("Send and wait"), env);
  const other = await run(the("Send and wait"), { ...env, VERSION: "v1.5.0" });
  expect(other).toMatchObject({ code: 3, stderr: expect.stringContaining("Idempotency-Key") });
});

describe("what a script makes of the exit codes", () => {
  const strict = the("Exit codes");
  test.each([
    ["no phone number", { PHONE: "" }, 2, "not a phone number"],
    ["a wrong key", { WAYPOST_API_KEY: "wp_wrong" }, 3, "401"],
    ["no daemon", { WAYPOST_URL: "http://127.0.0.1:1" }, 4, "run this job again"],
    ["failed", { PHONE: FAILS }, 5, "131026"],
    ["late", { PHONE: SILENT, TIMEOUT: "1s" }, 0, "not delivered yet; continuing"],
  ])("%s", async (_, env, code, said) => {
    const ended = await run(strict, env);
    expect(ended.code).toBe(code);
    expect(ended.stdout + ended.stderr).toContain(said);
  });
});

test("record and error are where the page says", async () => {
  const folder = newHome();
  const { code } = await run(the("Read the result"), { PHONE: "14155550178" }, folder);
  expect(code).toBe(0);
  expect(await Bun.file(join(folder, "sent.json")).json()).toMatchObject({
    to: "14155550178",
    status: expect.stringMatching(/^(delivered|read)$/),
    error: null,
  });
  expect(await Bun.file(join(folder, "problem.json")).text()).toBe("");
});

test("a failure is printed as JSON, with the record beside it", async () => {
  const folder = newHome();
  const { code } = await run(the("Read the result"), { PHONE: FAILS }, folder);
  expect(code).toBe(5);
  expect(await Bun.file(join(folder, "sent.json")).json()).toMatchObject({ status: "failed" });
  const problem = await Bun.file(join(folder, "problem.json")).json();
  expect(problem.error).toMatchObject({ exit_code: 5, code: "recipient_unreachable" });
});

describe("several recipients", () => {
  test("each line of the answer is the result of one message", async () => {
    const folder = newHome();
    const ended = await run(the("Several recipients"), { PHONES: "14155550131 12" }, folder);
    expect([ended.code, ended.stderr]).toEqual([5, expect.stringContaining("1 of 2 messages were refused")]);
    const [accepted, refused] = (await Bun.file(join(folder, "accepted.tsv")).text()).split("\n");
    expect([accepted, refused]).toEqual([
      expect.stringMatching(/^201\t[\w-]{36}\t14155550131$/),
      expect.stringMatching(/^4\d\d\t/),
    ]);
  });
});

describe("GitLab CI", () => {
  const { notify } = parse(blocks.find(({ language }) => language === "yaml")?.text ?? "");
  const env = (more: object) => ({
    ...{ ON_CALL_PHONE: GOOD, CI_COMMIT_TAG: "v1.4.0", CI_PROJECT_PATH: "acme/shop" },
    ...{ CI_PIPELINE_ID: String(++runs), ...more },
  });

  test("the job delivers", async () => {
    expect((await run(notify.script.join("\n"), env({}))).code).toBe(0);
  });

  test("it fails when the message does, and may fail when it is late", async () => {
    expect((await run(notify.script.join("\n"), env({ ON_CALL_PHONE: FAILS }))).code).toBe(5);
    const late = await run(notify.script.join("\n"), env({ ON_CALL_PHONE: SILENT, TIMEOUT: "1s" }));
    expect(notify.allow_failure.exit_codes).toEqual([late.code]);
  });
});

describe("cron", () => {
  test("a backup that fails again and again reports it once a day", async () => {
    const folder = newHome();
    await run(the("Cron"), {}, folder);
    const noKey = { WAYPOST_URL: "", WAYPOST_API_KEY: "" };
    expect((await run(the("Cron", 1), noKey, folder)).code).toBe(0);
    const sent = await sentTo(GOOD);
    expect((await run(the("Cron", 1), noKey, folder)).code).toBe(0);
    expect([sent > 0, await sentTo(GOOD)]).toEqual([true, sent]);
  });

  test("one that succeeds says nothing", async () => {
    const ended = await run(the("Cron", 1), { BACKUP: "true", PHONE: "14155550180" });
    expect([ended, await sentTo("14155550180")]).toEqual([{ code: 0, stdout: "", stderr: "" }, 0]);
  });
});
