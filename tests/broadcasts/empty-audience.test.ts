/** A broadcast to nobody is refused, or stopped: it never passes for one that was sent. */
import { beforeAll, expect, test } from "bun:test";
import { newHome, runCli } from "../cli/run-cli.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { createDraft, defineTemplate, ended, makePeople, reached, start, TEMPLATE } from "./support.ts";

const waypost = sharedDaemon();
const home = newHome();
const run = (...words: string[]) =>
  runCli(words, { home, env: { WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key } });
const draft = (audience: object) => ({
  ...{ name: "Spring menu", channel_id: waypost.channelId, template: TEMPLATE, audience },
});
const soon = (ms: number) => new Date(Date.now() + ms).toISOString();

let ada = "";
beforeAll(async () => {
  await defineTemplate(waypost);
  [ada = ""] = await makePeople(waypost, [{ phone_number: "+14155569001", name: "Ada" }]);
});

test.each([
  ["/audience/list_id", { list_id: "lst_none" }, "there is no list lst_none"],
  ["/audience/import_id", { import_id: "imp_none" }, "no file was imported under this id"],
  ["/audience/contact_ids", { contact_ids: ["ct_none"] }, "there is no contact ct_none"],
  [
    "/audience/contact_ids",
    { contact_ids: ["ct_1", "ct_2", "ct_3", "ct_4", "ct_5"] },
    "there is no contact ct_1, ct_2, ct_3 and 2 more",
  ],
])("what is not there is refused at %s: %j", async (path, audience, message) => {
  const id = await createDraft(waypost, { audience: { filter: {} } });
  for (const [method, route, body] of [
    ["POST", "/v1/broadcasts", draft(audience)],
    ["POST", "/v1/broadcasts/preview", draft(audience)],
    ["PATCH", `/v1/broadcasts/${id}`, { audience }],
  ] as const) {
    const answer = await waypost.call(method, route, body);
    expect([answer.status, answer.body.errors?.[0].path]).toEqual([422, path]);
    expect(answer.body.detail).toContain(message);
  }
});

test("one unknown contact among others is named; one that was merged is known", async () => {
  const [grace = "", other = ""] = await makePeople(waypost, [
    { phone_number: "+14155569002" },
    { phone_number: "+14155569003" },
  ]);
  await waypost.call("POST", `/v1/contacts/${grace}/merge`, { contact_id: other });
  const audience = { contact_ids: [ada, grace, other] };
  const made = await waypost.call("POST", "/v1/broadcasts/preview", draft(audience));
  expect([made.status, made.body.audience]).toEqual([200, 2]);
  const mixed = await waypost.call("POST", "/v1/broadcasts", draft({ contact_ids: [ada, "ct_none"] }));
  expect(mixed.body.detail).toBe("/audience/contact_ids: there is no contact ct_none");
});

test("an audience that is gone since is refused at the start and in the preview, and the draft can be changed", async () => {
  const { body: list } = await waypost.call("POST", "/v1/crm/lists", { name: "Gone" });
  const id = await createDraft(waypost, { audience: { list_id: list.id } });
  await waypost.call("DELETE", `/v1/crm/lists/${list.id}`);
  for (const step of ["start", "preview"]) {
    const { status, body } = await waypost.call("POST", `/v1/broadcasts/${id}/${step}`);
    expect([status, body.errors?.[0].path]).toEqual([422, "/audience/list_id"]);
  }
  expect((await waypost.call("PATCH", `/v1/broadcasts/${id}`, { name: "Summer" })).status).toBe(200);
  const mended = await waypost.call("PATCH", `/v1/broadcasts/${id}`, { audience: { contact_ids: [ada] } });
  expect(mended.body.audience).toEqual({ contact_ids: [ada] });
});

test("an empty audience is refused at the start, and the draft stays", async () => {
  const { body: list } = await waypost.call("POST", "/v1/crm/lists", { name: "Empty" });
  for (const audience of [
    { list_id: list.id },
    { tags: { any: ["no_one"] } },
    { filter: { q: "no such" } },
  ]) {
    const id = await createDraft(waypost, { audience });
    const { status, body } = await waypost.call("POST", `/v1/broadcasts/${id}/start`);
    expect([status, body.code, body.detail]).toEqual([422, "empty_audience", "nobody is in its audience"]);
    expect((await waypost.call("GET", `/v1/broadcasts/${id}`)).body.status).toBe("draft");
  }
});

test("one that turns out empty as it begins is stopped, and resumed with who has joined", async () => {
  const id = await createDraft(waypost, { audience: { tags: { any: ["late"] } }, starts_at: soon(1000) });
  await start(waypost, id);
  const stopped = await ended(waypost, id);
  expect([stopped.status, stopped.stopped_by, stopped.counts.audience]).toEqual([
    "stopped",
    { rule: "audience", detail: "nobody is in its audience" },
    0,
  ]);
  await makePeople(waypost, [{ phone_number: "+14155569004", tags: ["late"] }]);
  await waypost.call("POST", `/v1/broadcasts/${id}/resume`);
  expect((await reached(waypost, id, "completed")).counts).toMatchObject({ audience: 1, skipped: 0 });
});

test("the client says so, and ends with none of these as a success", async () => {
  const words = ["--template", "spring_menu", "--param", "{first_name|there}"];
  const unknown = await run("broadcasts", "create", ...words, "--list", "lst_none");
  expect([unknown.code, unknown.stderr]).toEqual([3, expect.stringContaining("there is no list lst_none")]);
  const dry = await run("broadcasts", "create", ...words, "--tag", "no_one", "--dry-run");
  expect([dry.code, dry.stderr]).toEqual([5, expect.stringContaining("nobody is in the audience")]);
  const made = await run("broadcasts", "create", ...words, "--tag", "no_one", "--json");
  const { id } = JSON.parse(made.stdout);
  const previewed = await run("broadcasts", "preview", id);
  expect([previewed.code, previewed.stderr]).toEqual([
    5,
    expect.stringContaining("nobody is in the audience"),
  ]);
  const started = await run("broadcasts", "start", id);
  expect([started.code, started.stderr]).toEqual([3, expect.stringContaining("nobody is in its audience")]);
  await run("broadcasts", "update", id, "--at", "1s");
  const waited = await run("broadcasts", "start", id, "--wait", "completed");
  expect([waited.code, waited.stderr]).toEqual([5, expect.stringContaining("nobody is in its audience")]);
});
