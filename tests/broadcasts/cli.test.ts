/** Broadcasts from the terminal, against a daemon that sends them. */
import { beforeAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeAudience } from "../../cli/commands/broadcasts/audience.ts";
import { previewColumns } from "../../cli/commands/broadcasts/columns.ts";
import { createSeries, plot } from "../../cli/commands/broadcasts/series.ts";
import { newHome, runCli } from "../cli/run-cli.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { defineTemplate, makeTagged } from "./support.ts";

const waypost = sharedDaemon();
const home = newHome();
beforeAll(async () => {
  await defineTemplate(waypost);
  await makeTagged(waypost, "vip", 5, "1415630");
  await makeTagged(waypost, "vip", 1, "15550000110");
  await makeTagged(waypost, "failing", 30, "155500001");
});

const NO_PREVIEW = {
  ...{ audience: 0, sendable: 0, skipped: [], refused: 0, unchecked: 0, samples: [], seconds: 0 },
  next_cursor: null,
};

const run = (...words: string[]) =>
  runCli(words, { home, env: { WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key } });
const create = async (...words: string[]) => {
  const made = await run("broadcasts", "create", "--template", "spring_menu", ...words, "--json");
  return JSON.parse(made.stdout);
};

test("a dry run shows what it would come to, and creates nothing", async () => {
  const options = ["--param", "{first_name|there}", "--tag", "vip", "--window", "9-18", "--days", "mon-fri"];
  const preview = await create(...options, "--dry-run");
  expect(preview).toMatchObject({ audience: 6, sendable: 6, skipped: [] });
  expect(preview.samples[0].rendered).toBe("Hello Person, the spring menu is here.");
  expect(JSON.parse((await run("broadcasts", "list", "--json")).stdout).data).toEqual([]);
});

test("the draft has the values of the options", async () => {
  const options = ["--window", "9:30-18", "--days", "fri-sun", "--max-people", "5", "--stop-failed", "20%"];
  const draft = await create("--param", "=a=b", "--without-tag", "vip", "--rate", "2", ...options);
  expect(draft).toMatchObject({
    ...{ status: "draft", name: "spring_menu", rate_per_second: 2, channel_ids: [waypost.channelId] },
    template: { language: "en_US", parameters: { body: ["a=b"] } },
    audience: { tags: { none: ["vip"] } },
    window: { from: "09:30", to: "18:00", days: ["fri", "sat", "sun"] },
    ...{ limit: { people: 5 }, stop: { failed_percent: 20 } },
  });
  const updated = await run("broadcasts", "update", draft.id, "--rate", "3", "--json");
  expect(JSON.parse(updated.stdout)).toMatchObject({ rate_per_second: 3, limit: { people: 5 } });
  const clear = ["--clear", "rate_per_second", "--clear", "limit", "--name", "Summer"];
  const cleared = await run("broadcasts", "update", draft.id, ...clear, "--json");
  expect(JSON.parse(cleared.stdout)).toMatchObject({
    ...{ name: "Summer", rate_per_second: null, limit: null, stop: { failed_percent: 20 } },
  });
});

test.each<[Parameters<typeof describeAudience>[0], said: string]>([
  [{ list_id: "lst_1" }, "the list lst_1"],
  [{ import_id: "imp_1" }, "the file of the import imp_1"],
  [{ contact_ids: ["ct_1", "ct_2"] }, "2 contacts"],
  [{ tags: { any: ["vip"] } }, "the tag vip"],
  [{ tags: { any: ["vip", "friend"], none: ["staff"] } }, "the tag vip or friend, without staff"],
  [{ tags: { all: ["vip", "friend"] } }, "the tags vip and friend"],
  [{ tags: { none: ["staff"] } }, "everyone without staff"],
  [{ filter: {} }, "everyone"],
  [{ filter: { q: "Ada" } }, 'contacts with "Ada"'],
])("the audience %j is shown as %p", (audience, said) => {
  expect(describeAudience(audience)).toBe(said);
});

test("a file is imported on the way, with its columns in the messages, once all else is right", async () => {
  const file = join(temporaryFolder("people"), "people.csv");
  writeFileSync(file, "Telefon,Name,Tisch\n+14155631001,Ada,7\n+14155631002,Ben,9\nnone,Cleo,1\n");
  const words = ["--param", "{custom.Tisch}", "--file", file, "--column", "Telefon=phone_number", "--yes"];
  const imports = async () => JSON.parse((await run("imports", "list", "--json")).stdout).data.length;
  const wrong = await run("broadcasts", "create", "--template", "no_such", ...words);
  expect([wrong.code, wrong.stderr, await imports()]).toEqual([3, expect.stringContaining("no_such"), 0]);
  const counted = await create(...words, "--dry-run");
  expect(counted).toMatchObject({ audience: 2, sendable: 2, refused: 1 });
  expect(await imports()).toBe(0);
  const draft = await create(...words);
  expect(draft.audience).toEqual({ import_id: expect.stringMatching(/^imp_/) });
  const { stdout } = await run("broadcasts", "preview", draft.id, "--json");
  const preview = JSON.parse(stdout);
  expect(preview.samples.map(({ rendered }: { rendered: string }) => rendered).sort()).toEqual([
    "Hello 7, the spring menu is here.",
    "Hello 9, the spring menu is here.",
  ]);
  const both = await run("broadcasts", "create", "--template", "spring_menu", ...words, "--tag", "vip");
  expect(both.stderr).toContain("give one audience");
});

test("started with --wait completed it ends with 0, and the report says why some failed", async () => {
  const { id } = await create("--param", "{first_name}", "--tag", "vip");
  const waited = await run("broadcasts", "start", id, "--wait", "completed", "--json");
  expect([waited.code, JSON.parse(waited.stdout).status]).toEqual([0, "completed"]);
  const { stdout } = await run("broadcasts", "report", id, "--csv");
  expect(stdout.trim().split("\n")).toHaveLength(7);
});

test("stopped by a rule it ends with 5, too late with 6", async () => {
  const slow = await create("--param", "Ada", "--tag", "vip", "--rate", "0.1");
  const late = await run(...["broadcasts", "start", slow.id, "--wait", "completed", "--timeout", "3s"]);
  expect([late.code, late.stderr]).toEqual([6, expect.stringContaining("the broadcast is still running")]);
  expect((await run("broadcasts", "cancel", slow.id, "--yes")).code).toBe(0);
  expect((await run("broadcasts", "watch", slow.id)).code).toBe(5);
  const rules = ["--stop-failed", "50", "--of-last", "10", "--rate", "20"];
  const { id } = await create("--param", "Ada", "--tag", "failing", ...rules);
  const stopped = await run("broadcasts", "start", id, "--wait", "completed");
  expect(stopped.code).toBe(5);
  expect(stopped.stderr).toContain("of the last 10 messages failed");
});

test("a price is shown by country", () => {
  const countries = [
    { country: "DE", people: 2, amount: 0.2 },
    { country: null, people: 1, amount: null },
  ];
  const cost = { amount: 0.2, currency: "EUR", category: "MARKETING", countries };
  const byCountry = previewColumns.find(({ title }) => title === "by country");
  expect(byCountry?.value({ ...NO_PREVIEW, cost })).toEqual([
    "2 in DE: 0.2 EUR",
    "1 in no known country: no price",
  ]);
});

test("a plot keeps to its width, however long it runs", () => {
  const series = createSeries(8);
  for (let read = 1; read <= 100; read++) series.add({ delivered: 0, read, failed: 0 });
  const samples = series.samples();
  expect(samples.length).toBeLessThanOrEqual(8);
  expect(samples.at(-1)?.read).toBeGreaterThan(80);
  expect(plot([0, 1, 50, 100], 100)).toBe(" ▁▄█");
});

test("of the numbers, only official ones are offered: those are what templates are sent from", async () => {
  const { body } = await waypost.call("POST", "/v1/channels", {
    platform: "whatsapp_unofficial",
    name: "Paired",
  });
  const draft = await create("--param", "Ada", "--tag", "vip");
  expect(draft.channel_ids).toEqual([waypost.channelId]);
  await waypost.call("DELETE", `/v1/channels/${body.id}`);
});
