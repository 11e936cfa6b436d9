import { expect, test } from "bun:test";
import { caller, makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { eventsAbout, makeContact } from "./support.ts";

const waypost = sharedDaemon();

const post = (path: string, body: object) => waypost.call("POST", `/v1/crm/${path}`, body);
const patch = (id: string, body: object, headers = {}) =>
  waypost.call("PATCH", `/v1/crm/records/${id}`, body, headers);
const STAGES = [
  { name: "new", outcome: "open" },
  { name: "won", outcome: "won" },
];

async function pipeline(): Promise<string> {
  return (await post("pipelines", { name: "Sales", stages: STAGES })).body.id;
}

test("a company is made, read, changed and deleted, each with one event", async () => {
  const made = await post("records", {
    kind: "company",
    name: "Blue Door Café",
    custom_fields: { city: "Porto" },
  });
  expect([made.status, made.headers.get("etag"), made.body]).toMatchObject([
    201,
    '"1"',
    { kind: "company", version: 1 },
  ]);
  const { id } = made.body;
  const changed = await patch(id, { name: "Blue Door", custom_fields: { city: null, since: 2019 } });
  expect(changed.body).toMatchObject({ name: "Blue Door", custom_fields: { since: 2019 }, version: 2 });
  await patch(id, { name: "Blue Door", custom_fields: { since: 2019 } });
  expect((await waypost.call("GET", `/v1/crm/records/${id}`)).body).toEqual(changed.body);
  expect((await waypost.call("DELETE", `/v1/crm/records/${id}`)).status).toBe(204);
  expect((await waypost.call("GET", `/v1/crm/records/${id}`)).status).toBe(404);
  const about = { object_kind: "company", record_id: id, organization_id: waypost.organizationId };
  expect(await eventsAbout(waypost, id)).toEqual([
    ["crm.record.created", { ...about, display_name: "Blue Door Café" }],
    ["crm.record.updated", { ...about, display_name: "Blue Door" }],
    ["crm.record.deleted", { ...about, display_name: "Blue Door" }],
  ]);
});

test("a deal begins in the first stage of its pipeline, and a move has an event with the stage before", async () => {
  const pipeline_id = await pipeline();
  const { body: deal } = await post("records", {
    kind: "deal",
    name: "Machines",
    pipeline_id,
    amount: 99.5,
    currency: "EUR",
  });
  expect(deal).toMatchObject({ pipeline_id, stage: "new", amount: 99.5, currency: "EUR" });
  expect((await patch(deal.id, { stage: "won" })).body.stage).toBe("won");
  const [, , moved] = await eventsAbout(waypost, deal.id);
  expect(moved).toEqual([
    "crm.deal.stage_changed",
    expect.objectContaining({ pipeline_id, stage: "won", previous_stage: "new" }),
  ]);
});

test("a completed task has one event, however often it is completed", async () => {
  const { body: task } = await post("records", {
    kind: "task",
    name: "Call back",
    due_at: "2026-12-01T09:00:00Z",
  });
  const done = await patch(task.id, { completed: true });
  expect(done.body.completed_at).toEqual(expect.any(String));
  expect((await patch(task.id, { completed: true })).body).toEqual(done.body);
  await patch(task.id, { name: "Call back soon" });
  const completed = (await eventsAbout(waypost, task.id)).filter(([type]) => type === "crm.task.completed");
  expect(completed).toEqual([
    ["crm.task.completed", expect.objectContaining({ completed_at: done.body.completed_at })],
  ]);
  expect((await patch(task.id, { completed: false })).body.completed_at).toBeNull();
});

test("a member of a deal or a task is cleared by null, and stays when it is absent", async () => {
  const deal = { kind: "deal", name: "Machines", amount: 99.5, currency: "EUR" };
  const { id } = (await post("records", deal)).body;
  expect((await patch(id, { name: "Two machines" })).body).toMatchObject({ ...deal, name: "Two machines" });
  expect((await patch(id, { amount: null })).body).toMatchObject({ amount: null, currency: "EUR" });
  expect((await patch(id, { currency: null })).body).toMatchObject({ amount: null, currency: null });
  const due_at = "2026-12-01T09:00:00.000Z";
  const { body: task } = await post("records", { kind: "task", name: "Call", due_at, completed: true });
  expect(task).toMatchObject({ due_at, completed_at: expect.any(String) });
  expect((await patch(task.id, { due_at: null })).body).toMatchObject({
    ...{ due_at: null, completed_at: task.completed_at },
  });
});

test("a change of another version than was read changes nothing", async () => {
  const { body } = await post("records", { kind: "company", name: "One" });
  await patch(body.id, { name: "Two" });
  const stale = await patch(body.id, { name: "Three" }, { "if-match": '"1"' });
  expect([stale.status, stale.body.code]).toEqual([412, "version_mismatch"]);
  for (const header of ["2", '"two"', 'W/"2"'])
    expect((await patch(body.id, { name: "Three" }, { "if-match": header })).status).toBe(412);
  expect((await patch(body.id, { name: "Three" }, { "if-match": '"2"' })).headers.get("etag")).toBe('"3"');
  expect((await patch(body.id, { name: "Four" }, { "if-match": "*" })).body.version).toBe(4);
});

test.each([
  ["a stage without a pipeline", { kind: "deal", name: "x", stage: "new" }, "/stage"],
  ["a pipeline that is none", { kind: "deal", name: "x", pipeline_id: "pip_none" }, "/pipeline_id"],
  ["a deal's field on a task", { kind: "task", name: "x", amount: 1 }, "/amount"],
  ["a user who is none", { kind: "task", name: "x", assignee_id: crypto.randomUUID() }, "/assignee_id"],
  ["NUL in a name", { kind: "task", name: "a\u0000b" }, "/"],
  ["half of a character", { kind: "company", name: "x", custom_fields: { a: "\ud800" } }, "/"],
])("%s is refused", async (_, body, path) => {
  const answer = await post("records", body);
  expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([422, path]);
});

test("contacts are records: the same ones", async () => {
  const id = await makeContact(waypost, { phone_number: "+14155557001", name: "Ada" });
  expect((await waypost.call("GET", `/v1/crm/records/${id}`)).body).toMatchObject({
    id,
    kind: "contact",
    name: "Ada",
  });
  const newer = await makeContact(waypost, { phone_number: "+14155557002", name: "Bob" });
  const { body } = await waypost.call("GET", "/v1/crm/records?kind=contact&limit=1");
  const next = await waypost.call(
    "GET",
    `/v1/crm/records?kind=contact&limit=1&cursor=${body.meta.next_cursor}`,
  );
  expect([...body.data, ...next.body.data].map((one: { id: string }) => one.id)).toEqual([newer, id]);
  expect((await patch(id, { name: "Bob" })).body.code).toBe("record_is_contact");
});

test("lists page through one kind, and filters leave what they name", async () => {
  const pipeline_id = await pipeline();
  const made: string[] = [];
  for (const name of ["a", "b", "c"])
    made.unshift((await post("records", { kind: "deal", name, pipeline_id })).body.id);
  await patch(made[1] ?? "", { stage: "won" });
  const ids = async (query: string) => {
    const { body } = await waypost.call(
      "GET",
      `/v1/crm/records?kind=deal&pipeline_id=${pipeline_id}&${query}`,
    );
    return { ids: body.data.map((one: { id: string }) => one.id), next: body.meta.next_cursor };
  };
  const first = await ids("limit=2");
  const second = await ids(`limit=2&cursor=${first.next}`);
  expect([...first.ids, ...second.ids]).toEqual(made);
  expect(second.next).toBeNull();
  expect((await ids("stage=won")).ids).toEqual([made[1]]);
});

test("a stage that deals are in stays, and so does its pipeline", async () => {
  const id = await pipeline();
  const { body: deal } = await post("records", { kind: "deal", name: "x", pipeline_id: id });
  const path = `/v1/crm/pipelines/${id}`;
  expect((await waypost.call("PATCH", path, { stages: STAGES.slice(1) })).body.code).toBe("stage_in_use");
  expect((await waypost.call("DELETE", path)).body.code).toBe("stage_in_use");
  await patch(deal.id, { stage: "won" });
  expect((await waypost.call("PATCH", path, { stages: STAGES.slice(1) })).status).toBe(200);
  await patch(deal.id, { pipeline_id: null });
  expect((await waypost.call("DELETE", path)).status).toBe(204);
});

test("reading takes crm:read, writing crm:write, and another organisation's records are not there", async () => {
  const reader = caller(waypost.url, await makeKey(waypost, ["crm:read"]));
  expect((await reader("GET", "/v1/crm/records?kind=task")).status).toBe(200);
  expect((await reader("POST", "/v1/crm/records", { kind: "task", name: "x" })).body.permission).toBe(
    "crm:write",
  );
  expect((await reader("GET", "/v1/crm/records/rec_01JDB2M5S8V0ZC3K7Q2M4N6P8X")).status).toBe(404);
});

test("a POST that is repeated with its key makes one record", async () => {
  const call = () =>
    waypost.call("POST", "/v1/crm/records", { kind: "company", name: "Once" }, { "idempotency-key": "once" });
  const [first, again] = [await call(), await call()];
  expect([again.body, again.headers.get("idempotent-replayed")]).toEqual([first.body, "true"]);
});
