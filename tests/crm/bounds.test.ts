/** Limits of the CRM, its answers about absent records, and the records that a filter leaves. */
import { expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { makeContact } from "./support.ts";

const waypost = sharedDaemon();

const call = (method: string, path: string, body?: object) => waypost.call(method, `/v1/crm/${path}`, body);
const company = async (name = "Firm"): Promise<string> =>
  (await call("POST", "records", { kind: "company", name })).body.id;
const list = async (name = "List"): Promise<string> => (await call("POST", "lists", { name })).body.id;
const long = (length: number) => "x".repeat(length);

test.each([
  ["a record's name", 500, (name: string) => call("POST", "records", { kind: "company", name })],
  ["a list's name", 200, (name: string) => call("POST", "lists", { name })],
  [
    "a pipeline's name",
    200,
    (name: string) => call("POST", "pipelines", { name, stages: [{ name: "new", outcome: "open" }] }),
  ],
  [
    "a stage's name",
    100,
    (name: string) => call("POST", "pipelines", { name: "x", stages: [{ name, outcome: "open" }] }),
  ],
  [
    "a comment",
    10_000,
    async (body: string) => call("POST", `records/${await company()}/comments`, { body }),
  ],
])("%s has 1 to %i characters", async (_, most, make) => {
  expect((await make(long(most))).status).toBe(201);
  for (const wrong of ["", long(most + 1)]) expect((await make(wrong)).status).toBe(422);
});

test("a pipeline has 1 to 50 stages", async () => {
  const stages = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ name: `${n}`, outcome: "open" }));
  const make = async (count: number) =>
    (await call("POST", "pipelines", { name: "x", stages: stages(count) })).status;
  expect([await make(0), await make(1), await make(50), await make(51)]).toEqual([422, 201, 201, 422]);
});

test("an amount is at most a trillion, owed or due", async () => {
  const make = async (amount: number) =>
    (await call("POST", "records", { kind: "deal", name: "x", amount })).status;
  expect([await make(-1e12), await make(1e12)]).toEqual([201, 201]);
  expect([await make(-1e12 - 1), await make(1e12 + 1)]).toEqual([422, 422]);
});

test("custom fields are merged, and take 16 KiB in all", async () => {
  const id = await company();
  // as Postgres writes it, with a space
  const given = (bytes: number) => ({ custom_fields: { a: long(bytes - '{"a": ""}'.length) } });
  expect((await call("PATCH", `records/${id}`, given(16 * 1024))).status).toBe(200);
  const beyond = await call("PATCH", `records/${id}`, given(16 * 1024 + 1));
  const message = "there would be more than 100 keys or 16 KiB; take some away first";
  expect([beyond.status, beyond.body.errors]).toEqual([422, [{ path: "/custom_fields", message }]]);
  expect((await call("PATCH", `records/${id}`, { custom_fields: { b: long(8) } })).status).toBe(422);
  expect(
    (await call("PATCH", `records/${id}`, { custom_fields: { a: 1, b: 2 } })).body.custom_fields,
  ).toEqual({
    a: 1,
    b: 2,
  });
});

test("1 to 1000 records are put on a list at once", async () => {
  const [id, record] = [await list(), await company()];
  const add = async (record_ids: string[]) => await call("POST", `lists/${id}/entries`, { record_ids });
  expect((await add([])).status).toBe(422);
  expect((await add(Array.from({ length: 1001 }, () => record))).status).toBe(422);
  expect((await add(Array.from({ length: 1000 }, () => record))).body.added).toEqual([record]);
});

test("the records on a list are counted up to 10,000, and page from the last added on", async () => {
  const [id, one, other] = [await list(), await company("one"), await company("other")];
  await call("POST", `lists/${id}/entries`, { record_ids: [one, other] });
  const first = (await call("GET", `lists/${id}/entries?limit=1`)).body;
  const rest = (await call("GET", `lists/${id}/entries?limit=1&cursor=${first.meta.next_cursor}`)).body;
  expect([...first.data, ...rest.data].map(({ record_id }) => record_id)).toEqual([other, one]);
  await call("POST", `lists/${await list()}/entries`, { record_ids: [one] });
  expect((await call("GET", `lists/${id}`)).body.entries).toBe(2);
  await waypost.sql`
    insert into crm_list_entries (organization_id, list_id, record_id)
    select ${waypost.organizationId}, ${id}, 'rec_' || n from generate_series(1, 10_000) as n`;
  expect((await call("GET", `lists/${id}`)).body.entries).toBe(10_000);
});

test("a record is linked to another one, and to nothing else", async () => {
  const id = await company();
  for (const related_record_id of [id, "rec_none"]) {
    const { status, body } = await call("POST", `records/${id}/relationships`, {
      ...{ type: "owns", related_record_id },
    });
    expect([status, body.errors?.[0]?.path]).toEqual([422, "/related_record_id"]);
  }
  const none = await call("POST", "records/rec_none/relationships", { type: "owns", related_record_id: id });
  expect(none.status).toBe(404);
});

test("a list is renamed, and a name that can't be stored is refused", async () => {
  const [id, other] = [await list("Old"), await list("Other")];
  expect((await call("PATCH", `lists/${id}`, { name: "New" })).body).toMatchObject({ id, name: "New" });
  for (const answer of [
    await call("PATCH", `lists/${id}`, { name: "a\u0000" }),
    await call("POST", "lists", { name: "a\u0000" }),
  ])
    expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([422, "/name"]);
  expect((await call("GET", `lists/${id}`)).body.name).toBe("New");
  expect((await call("GET", `lists/${other}`)).body.name).toBe("Other");
  const { data, meta } = (await call("GET", "lists?limit=1")).body;
  const older = (await call("GET", `lists?limit=1&cursor=${meta.next_cursor}`)).body.data;
  expect(older[0].id < data[0].id).toBe(true);
});

test.each([
  ["a record", "GET", "records/rec_none"],
  ["a change of a record", "PATCH", "records/rec_none"],
  ["the end of a record", "DELETE", "records/rec_none"],
  ["comments of a record", "GET", "records/rec_none/comments"],
  ["relationships of a record", "GET", "records/rec_none/relationships"],
  ["a list", "GET", "lists/lst_none"],
  ["a change of a list", "PATCH", "lists/lst_none"],
  ["the end of a list", "DELETE", "lists/lst_none"],
  ["entries of a list", "GET", "lists/lst_none/entries"],
  ["entries for a list", "POST", "lists/lst_none/entries"],
])("%s that is not there is 404", async (_, method, path) => {
  const bodies: Record<string, object> = { PATCH: { name: "x" }, POST: { record_ids: [await company()] } };
  const { status, body } = await call(method, path, bodies[method]);
  expect([status, body.code]).toEqual([404, "not_found"]);
});

test("a contact is not deleted here, and what belongs to one record is not found under another", async () => {
  const person = await makeContact(waypost, { phone_number: "+14155557901", name: "Ada" });
  const refused = await call("DELETE", `records/${person}`);
  expect([refused.status, refused.body.code]).toEqual([409, "record_is_contact"]);
  expect((await call("GET", `records/${person}`)).status).toBe(200);
  const [one, other] = [await company(), await company()];
  const { body: comment } = await call("POST", `records/${one}/comments`, { body: "Hello" });
  const { body: link } = await call("POST", `records/${one}/relationships`, {
    ...{ type: "owns", related_record_id: person },
  });
  for (const path of [`comments/${comment.id}`, `relationships/${link.id}`])
    expect((await call("DELETE", `records/${other}/${path}`)).status).toBe(404);
  expect((await call("GET", `records/${other}/comments`)).body.data).toEqual([]);
  expect((await call("GET", `records/${one}/comments`)).body.data).toHaveLength(1);
  expect((await call("DELETE", `lists/${await list()}/entries/${one}`)).status).toBe(404);
});

test("tasks are found by who does them and whether they are done", async () => {
  const [owner] = await waypost.sql<{ id: string }[]>`select id from users`;
  const user = owner?.id ?? "";
  const task = async (more: object) =>
    (await call("POST", "records", { kind: "task", name: "x", ...more })).body.id;
  const [hers, open] = [await task({ assignee_id: user }), await task({})];
  await call("PATCH", `records/${open}`, { completed: true });
  const found = async (query: string) =>
    (await call("GET", `records?kind=task&${query}`)).body.data.map((one: { id: string }) => one.id);
  expect(await found(`assignee_id=${user}`)).toEqual([hers]);
  expect(await found("completed=true")).toEqual([open]);
  expect(await found("completed=false")).toEqual([hers]);
  expect(await found("")).toEqual([open, hers]);
  await call("PATCH", `records/${hers}`, { assignee_id: null });
  expect(await found(`assignee_id=${user}`)).toEqual([]);
});

test("comments and relationships page from the newest on", async () => {
  const id = await company();
  const others = [await company("a"), await company("b"), await company("c")];
  const made = { comments: [] as string[], relationships: [] as string[] };
  for (const related_record_id of others) {
    made.comments.unshift((await call("POST", `records/${id}/comments`, { body: "x" })).body.id);
    const link = { type: "owns", related_record_id };
    made.relationships.unshift((await call("POST", `records/${id}/relationships`, link)).body.id);
  }
  for (const [kind, ids] of Object.entries(made)) {
    const first = (await call("GET", `records/${id}/${kind}?limit=2`)).body;
    const rest = (await call("GET", `records/${id}/${kind}?limit=2&cursor=${first.meta.next_cursor}`)).body;
    expect([...first.data, ...rest.data].map((one) => one.id)).toEqual(ids);
    expect(rest.meta.next_cursor).toBeNull();
  }
});
