/** The page about templates as code, and its workflow: run as a reader and a runner of GitHub's would. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseDocument } from "yaml";
import { SANDBOX_DEFAULTS } from "../../daemon/sandbox/graph/defaults.ts";
import { newHome } from "../cli/run-cli.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { makeClient, readBlocks, runScript } from "./recipes.ts";
import { type Contexts, type Job, runJob } from "./workflow.ts";

const { appId, appSecret } = SANDBOX_DEFAULTS;
const daemon = ownDaemon({ config: { appId, appSecret } });
const scripts = readBlocks("templates-as-code.md").filter(({ language }) => language === "sh");
const [order = ""] = readBlocks("templates-as-code.md").flatMap(({ language, text }) =>
  language === "yaml" ? text : [],
);
const text = readFileSync(join(import.meta.dir, "../../docs/workflows/templates.yml"), "utf8");
const document = parseDocument(text, { strict: true });
const workflow: { jobs: { check: Job & { if: string }; push: Job & { if: string } } } = document.toJS();

const LINT = "Check the files";
const DIFF = "Say what a merge would change";
const PUSH = "Push the templates, and wait until they are approved";

let client: string;
let downloads: ReturnType<typeof Bun.serve>;
let contexts: Contexts;
/** The secret WAYPOST_API_KEY as each job sees it. */
const keys = { check: "", push: "" };

beforeAll(async () => {
  const { folder: place, file } = await makeClient();
  client = place;
  const bytes = await Bun.file(file).bytes();
  downloads = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response(bytes) });
  const made = await script("In CI");
  const [read = "", push = ""] = made.stdout.trim().split("\n");
  expect([made.code, made.stderr]).toEqual([0, ""]);
  contexts = {
    "vars.WAYPOST_CLIENT_URL": `${downloads.url}waypost`,
    "vars.WAYPOST_CLIENT_SHA256": new Bun.CryptoHasher("sha256").update(bytes).digest("hex"),
    "vars.WAYPOST_URL": daemon.url,
    "vars.WAYPOST_CHANNEL": daemon.channelId,
    "vars.WAYPOST_TIMEOUT": "20s",
  };
  keys.check = read;
  keys.push = push;
});
afterAll(() => downloads.stop(true));

const folder = newHome();
const PICTURE = Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01 and more", "latin1");

/** Runs the script below a heading, as an operator with all permissions. */
function script(heading: string) {
  const found = scripts.find((one) => one.heading === heading)?.text ?? "exit 99";
  const env = { WAYPOST_URL: daemon.url, WAYPOST_API_KEY: daemon.key, CHANNEL: daemon.channelId };
  return runScript(found, { env, client, folder });
}

/** Runs a job on the files of a commit: the first step, which fetches them, is GitHub's own. */
async function run(job: keyof typeof workflow.jobs, files: Record<string, string>, more: Contexts = {}) {
  const checkout = newHome();
  for (const [name, content] of Object.entries(files))
    await Bun.write(join(checkout, "templates", name), content);
  await Bun.write(join(checkout, "templates/order_ready.en_US.png"), PICTURE);
  const steps = workflow.jobs[job].steps.slice(1);
  return await runJob(
    { ...workflow.jobs[job], steps },
    { ...contexts, "secrets.WAYPOST_API_KEY": keys[job], ...more },
    checkout,
  );
}

const note = (name: string, body: string) => ({
  [`${name}.yaml`]: `name: ${name}\nlanguage: en_US\ncategory: UTILITY\ncomponents:\n  - type: BODY\n    text: ${body}\n`,
});

test("the page's commands run one after another, with the file that it shows", async () => {
  const first = await script("Templates as code");
  expect([first.code, first.stderr]).toEqual([0, expect.stringContaining("nothing wrong.")]);
  await Bun.write(join(folder, "templates/order_ready.en_US.yaml"), order);
  const { code, stdout } = await script("The files");
  expect([code, stdout]).toEqual([0, expect.stringContaining("│ Hello Eve,")]);
});

test("it is YAML without a warning, and asks GitHub for no more than the files", () => {
  expect([document.errors, document.warnings]).toEqual([[], []]);
  expect(workflow).toMatchObject({
    on: { pull_request: { paths: ["templates/**"] }, push: { branches: ["main"] } },
    permissions: { contents: "read" },
    jobs: { push: { environment: "templates", concurrency: { "cancel-in-progress": false } } },
  });
  const { check, push } = workflow.jobs;
  expect(check.if).toMatch(/^\$\{\{ github\.event_name == 'pull_request' \}\}$/);
  expect(push.if).toMatch(/^\$\{\{ github\.event_name == 'push' \}\}$/);
  for (const { steps } of [check, push])
    expect(steps[0]).toMatchObject({ uses: "actions/checkout@v4", with: { "persist-credentials": false } });
  for (const { run: lines = "" } of [...check.steps, ...push.steps]) expect(lines).not.toContain("${{");
});

test("the comment at its top names every variable and secret it uses", () => {
  const used = [...text.matchAll(/(?:vars|secrets)\.(\w+)/g)].map(([, name = ""]) => name);
  const head = text.slice(0, text.indexOf("name: templates"));
  expect(used.filter((name) => !head.includes(name))).toEqual([]);
});

describe("from a pull request to main", () => {
  const files = { "order_ready.en_US.yaml": order, ...note("ci_thanks", "Thank you.") };

  test("a file that Meta would refuse fails the pull request", async () => {
    const { codes, log } = await run("check", { ...files, ...note("ci_wrong", '"{{1}} is ready."') });
    expect([codes[LINT], codes[DIFF]]).toEqual([5, undefined]);
    expect(log).toContain("ci_wrong.yaml\t/components/0/text\ta variable can't be at the start or the end");
  });

  test("one that is right passes, says what would change, and changes nothing", async () => {
    const { codes, summary } = await run("check", files);
    expect([codes[LINT], codes[DIFF]]).toEqual([0, 0]);
    expect(summary).toMatch(/^```diff\n[\s\S]*\+ ci_thanks en_US \(ci_thanks\.yaml\)\n[\s\S]*```\n$/);
    expect((await daemon.call("GET", "/v1/templates?name=ci_thanks")).body.data).toEqual([]);
  });

  test("that of a fork has no key, and passes by its files", async () => {
    const { codes, summary } = await run("check", files, { "secrets.WAYPOST_API_KEY": "" });
    expect([codes[LINT], codes[DIFF], summary]).toEqual([0, 0, ""]);
  });

  test("a wrong key fails, instead of showing no changes", async () => {
    expect((await run("check", files, { "secrets.WAYPOST_API_KEY": "wp_wrong" })).codes[DIFF]).toBe(3);
  });

  test("main pushes them and waits; the next run has nothing to do", async () => {
    expect((await run("push", files)).codes[PUSH]).toBe(0);
    const { data } = (await daemon.call("GET", "/v1/templates?name=order_ready")).body;
    expect(data).toMatchObject([{ status: "approved", language: "en_US" }]);
    const again = await run("push", files);
    expect([again.codes[PUSH], again.log]).toEqual([
      0,
      expect.stringContaining("0 to create, 0 to edit, 0 to delete"),
    ]);
  });

  test("the key of pull requests can't push", async () => {
    const key = { "secrets.WAYPOST_API_KEY": keys.check };
    expect((await run("push", note("ci_more", "More."), key)).codes[PUSH]).toBe(3);
  });

  test("a rejected one fails the job, and one in review is a warning", async () => {
    const rejected = await run("push", note("ci_reject", "Hello."));
    expect([rejected.codes[PUSH], rejected.log]).toEqual([5, expect.stringContaining("INVALID_FORMAT")]);
    const late = await run("push", note("ci_hold", "Hello."), { "vars.WAYPOST_TIMEOUT": "1s" });
    expect([late.codes[PUSH], late.log]).toEqual([
      0,
      expect.stringContaining("::warning title=Still in review::"),
    ]);
  });
});
