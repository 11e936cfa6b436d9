/** The sample workflow of GitHub Actions: its steps are run with its secrets against a real daemon. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseDocument } from "yaml";
import { newHome } from "../cli/run-cli.ts";
import { makeKey, type OwnDaemon, startTestDaemon } from "../support/daemon.ts";
import { until } from "../support/until.ts";
import { countSent, makeClient } from "./recipes.ts";
import { type Contexts, type Job, runJob } from "./workflow.ts";

const text = readFileSync(join(import.meta.dir, "../../docs/workflows/notify.yml"), "utf8");
const document = parseDocument(text, { strict: true });
const workflow: { on: object; permissions: object; jobs: { notify: Job } } = document.toJS();
const { notify } = workflow.jobs;

const GET = "Get the client";
const SEND = "Send, and wait until it is delivered";
const REPORT = "Report the result";

let daemon: OwnDaemon;
let downloads: ReturnType<typeof Bun.serve>;
let contexts: Contexts;
let runs = 0;

beforeAll(async () => {
  daemon = await startTestDaemon();
  const client = await Bun.file((await makeClient()).file).bytes();
  downloads = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response(client) });
  contexts = {
    "vars.WAYPOST_CLIENT_URL": `${downloads.url}waypost`,
    "vars.WAYPOST_CLIENT_SHA256": new Bun.CryptoHasher("sha256").update(client).digest("hex"),
    "vars.WAYPOST_URL": daemon.url,
    "vars.WAYPOST_CHANNEL": daemon.channelId,
    "secrets.WAYPOST_API_KEY": await makeKey(daemon, ["messages:send", "messages:read"], [daemon.channelId]),
    "secrets.ON_CALL_PHONE": "14155550123",
    "github.ref_name": "v1.4.0",
    "github.repository": "acme/shop",
  };
});
afterAll(async () => {
  await downloads.stop(true);
  await daemon.stop();
});

/** A new run of the workflow, unless the contexts say which. */
function start(more: Contexts = {}, interruptWhen?: () => Promise<unknown>) {
  return runJob(notify, { ...contexts, "github.run_id": String(++runs), ...more }, newHome(), interruptWhen);
}

const sentTo = (number: string) => countSent(daemon, number);

test("it is YAML without a warning, and of the form that GitHub knows", () => {
  expect([document.errors, document.warnings]).toEqual([[], []]);
  expect(Object.keys(workflow)).toEqual(["name", "on", "permissions", "jobs"]);
  expect(workflow).toMatchObject({ permissions: {}, on: { release: { types: ["published"] } } });
  expect(notify).toMatchObject({ "runs-on": "ubuntu-latest", defaults: { run: { shell: "bash" } } });
  const known = ["name", "if", "env", "run"];
  for (const step of notify.steps)
    expect(Object.keys(step).filter((one) => !known.includes(one))).toEqual([]);
});

test("no value is written into a script, where it could be a command", () => {
  expect(notify.steps.filter(({ run }) => run.includes("${{")).map(({ name }) => name)).toEqual([]);
});

test("the comment at its top names every variable and secret it uses", () => {
  const used = [...text.matchAll(/(?:vars|secrets)\.(\w+)/g)].map(([, name = ""]) => name);
  const head = text.slice(0, text.indexOf("name: notify"));
  expect(used.filter((name) => !head.includes(name))).toEqual([]);
});

test("0: delivered, the record is in the summary, and a second attempt sends nothing", async () => {
  const again = { "github.run_id": "4711", "secrets.ON_CALL_PHONE": "14155550160" };
  const [first, second] = [await start(again), await start(again)];
  expect(first.codes).toEqual({ [GET]: 0, [SEND]: 0, [REPORT]: 0 });
  expect(first.summary).toMatch(/^```json\n\{\n(.+\n)+\}\n```\n$/);
  expect(first.summary).toMatch(/"status": "(delivered|read)"/);
  expect([second.codes[SEND], await sentTo("14155550160")]).toEqual([0, 1]);
});

test.each([
  ["2: a secret that is not set", { "secrets.ON_CALL_PHONE": "" }, 2, "not a phone number"],
  ["3: a wrong key", { "secrets.WAYPOST_API_KEY": "wp_wrong" }, 3, "invalid or missing API key"],
  ["4: no daemon", { "vars.WAYPOST_URL": "http://127.0.0.1:1" }, 4, "can't be reached"],
  ["5: the message fails", { "secrets.ON_CALL_PHONE": "15550000100" }, 5, "recipient_unreachable"],
])("%s fails the job and says why", async (_, more, code, said) => {
  const run = await start(more);
  expect(run.codes).toEqual({ [GET]: 0, [SEND]: code, [REPORT]: 0 });
  expect(run.log).toContain(`::error title=Not delivered (${code})::{"error":`);
  expect([run.log, run.summary]).toEqual([expect.stringContaining(said), expect.stringContaining(said)]);
});

test("6: not delivered in time is a warning", async () => {
  const run = await start({ "secrets.ON_CALL_PHONE": "15550000400", "vars.WAYPOST_TIMEOUT": "1s" });
  expect(run.codes[SEND]).toBe(0);
  expect(run.log).toContain("::warning title=Not delivered yet::");
  expect(run.log).toContain('"exit_code":6');
});

test("130: a cancelled run ends, and the next attempt follows the message that was sent", async () => {
  const phone = "15550000401";
  const more = { "github.run_id": "4712", "secrets.ON_CALL_PHONE": phone, "vars.WAYPOST_TIMEOUT": "1s" };
  const sent = async () => {
    await until(async () => (await sentTo(phone)) !== 0);
  };
  const cancelled = await start({ ...more, "vars.WAYPOST_TIMEOUT": "1m" }, sent);
  expect(cancelled.codes[SEND]).toBe(130);
  expect((await start(more)).codes[SEND]).toBe(0);
  expect(await sentTo(phone)).toBe(1);
});

test("a client that is not the expected one is not run", async () => {
  const run = await start({ "vars.WAYPOST_CLIENT_SHA256": "0".repeat(64) });
  expect([run.codes, run.summary]).toEqual([
    { [GET]: 1, [REPORT]: 0 },
    expect.stringContaining("Nothing was sent."),
  ]);
});
