/** Contacts through the API: made, found, changed, deleted. */
import { beforeAll, expect, test } from "bun:test";
import { caller, makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();
beforeAll(async () => {
  await waypost.sql`update organizations set default_country = 'DE'`;
});

const upsert = (body: object, headers = {}) => waypost.call("POST", "/v1/contacts", body, headers);
const get = (path: string) => waypost.call("GET", `/v1/contacts/${path}`);

test("a new contact is created with what was given, and found by its id", async () => {
  const given = {
    phone_number: "+49 170 1000001",
    name: "Ada",
    email: "Ada@Example.com",
    external_source: "shop",
    external_id: "1",
    custom_fields: { city: "Köln", vip: true },
  };
  const { status, headers, body } = await upsert(given);
  expect(status).toBe(201);
  expect(body).toMatchObject({ ...given, phone_number: "+491701000001", tags: [], version: 1 });
  expect(body.identities.map((one: { type: string; value: string }) => `${one.type} ${one.value}`)).toEqual([
    "email ada@example.com",
    "external 1",
    "phone 491701000001",
  ]);
  expect(headers.get("etag")).toBe('"1"');
  expect((await get(body.id)).body).toEqual(body);
});

test.each(["+49 170 1000002", "491701000002", "0170 1000002", "0049 (170) 100-0002"])(
  "%s is the same contact as the others",
  async (phone_number) => {
    const { body } = await upsert({ phone_number });
    expect(body.phone_number).toBe("+491701000002");
    const [first] = (await waypost.call("GET", "/v1/contacts?phone=01701000002")).body.data;
    expect(body.id).toBe(first.id);
  },
);

test("a second upsert changes what it names, keeps the rest, empties what is null", async () => {
  await upsert({ phone_number: "+491701000003", name: "Bo", custom_fields: { a: 1, b: 2 } });
  const { status, body } = await upsert({
    phone_number: "01701000003",
    email: "bo@example.com",
    custom_fields: { b: null, c: [3] },
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    name: "Bo",
    email: "bo@example.com",
    custom_fields: { a: 1, c: [3] },
    version: 2,
  });
  const emptied = await upsert({
    email: "bo@example.com",
    phone_number: null,
    name: null,
    custom_fields: null,
  });
  expect(emptied.body).toMatchObject({ id: body.id, phone_number: null, name: null, custom_fields: {} });
  expect((await get("phone/491701000003")).status).toBe(404);
});

test("an upsert that changes nothing is no new version", async () => {
  const given = { email: "same@example.com", name: "Same", tags: ["x"] };
  const first = await upsert(given);
  expect((await upsert(given)).body).toEqual(first.body);
});

test("identifiers of different contacts are a conflict", async () => {
  await upsert({ phone_number: "+491701000004" });
  await upsert({ email: "other@example.com" });
  const { status, headers, body } = await upsert({
    phone_number: "+491701000004",
    email: "other@example.com",
  });
  expect([status, headers.get("content-type")]).toEqual([409, "application/json"]);
  expect(body).toEqual({ error: "contact identifiers resolve to different contacts", code: "conflict" });
});

test("an idempotency key makes a contact once, and is not for another request", async () => {
  const headers = { "idempotency-key": crypto.randomUUID() };
  const one = await upsert({ email: "once@example.com" }, headers);
  const other = await upsert({ email: "once@example.com" }, headers);
  expect([one.status, other.status]).toEqual([201, 201]);
  expect(other.body).toEqual(one.body);
  const replayed = [one, other].map((answer) => answer.headers.get("idempotent-replayed"));
  expect(replayed).toEqual([null, "true"]);
  const reused = await upsert({ email: "twice@example.com" }, headers);
  expect([reused.status, reused.body.code]).toEqual([422, "idempotency_key_reused"]);
});

test("a change needs the version it was made for", async () => {
  const { body, headers } = await upsert({ email: "etag@example.com" });
  const change = (etag: string) =>
    waypost.call("PATCH", `/v1/contacts/${body.id}`, { name: "E" }, { "if-match": etag });
  expect((await change('"7"')).status).toBe(412);
  expect((await change('W/"1"')).body).toEqual({
    error: "the contact has changed since; read it again",
    code: "precondition_failed",
  });
  const changed = await change(headers.get("etag") ?? "");
  expect([changed.status, changed.headers.get("etag")]).toEqual([200, '"2"']);
  expect((await change('"1"')).status).toBe(412);
  expect((await change("*")).status).toBe(200);
});

test("a changed number takes the place of the old one, which finds nobody", async () => {
  const { body } = await upsert({ phone_number: "+491701000005" });
  const changed = await waypost.call("PATCH", `/v1/contacts/${body.id}`, { phone_number: "0170 1000006" });
  expect(changed.body.phone_number).toBe("+491701000006");
  expect((await get("phone/+491701000005")).status).toBe(404);
  expect((await get("phone/%2B491701000006")).body.id).toBe(body.id);
  const { body: history } = await get(`${body.id}/history`);
  expect(history.data.map((one: { action: string }) => one.action)).toEqual([
    "identity_added",
    "identity_removed",
  ]);
});

test("a number that is another's can't be taken", async () => {
  await upsert({ phone_number: "+491701000007" });
  const { body } = await upsert({ email: "taker@example.com" });
  const taken = await waypost.call("PATCH", `/v1/contacts/${body.id}`, { phone_number: "+491701000007" });
  expect([taken.status, taken.body.code]).toEqual([409, "conflict"]);
});

test("a deleted contact is gone; its messages stay, and are nobody's", async () => {
  const message = {
    channel_id: waypost.channelId,
    to: "491701000008",
    type: "text",
    content: { body: "Hello" },
  };
  const sent = await waypost.call("POST", "/v1/messages", message);
  const { body } = await get("phone/491701000008");
  await waypost.until(sent.body.id, "read");
  expect((await waypost.call("DELETE", `/v1/contacts/${body.id}`)).status).toBe(204);
  expect((await get(body.id)).body).toEqual({ error: "contact not found", code: "not_found" });
  expect((await waypost.call("DELETE", `/v1/contacts/${body.id}`)).status).toBe(404);
  const kept = await waypost.call("GET", `/v1/messages/${sent.body.id}`);
  expect([kept.status, kept.body.contact_id]).toEqual([200, null]);
  expect(
    (await waypost.call("GET", `/v1/conversations/${sent.body.conversation_id ?? kept.body.conversation_id}`))
      .body.contact_id,
  ).toBeNull();
  expect((await upsert({ phone_number: "+491701000008" })).status).toBe(201);
});

test("every change of a contact has an event", async () => {
  const typesOf = async (id: string) =>
    (
      await waypost.sql<{ type: string; body: string }[]>`
        select type, body from events where body like ${`%${id}%`} order by id`
    ).map(({ type }) => type);
  const { body } = await upsert({ email: "events@example.com" });
  expect(await typesOf(body.id)).toEqual(["contact.updated", "crm.record.created"]);
  await waypost.call("PATCH", `/v1/contacts/${body.id}`, { name: "Ada" });
  await waypost.call("DELETE", `/v1/contacts/${body.id}`);
  expect((await typesOf(body.id)).slice(2)).toEqual([
    "contact.updated",
    "crm.record.updated",
    "crm.record.deleted",
  ]);
});

test("a key needs the permission, and sees only its organisation", async () => {
  const { body } = await upsert({ email: "mine@example.com" });
  const reader = caller(waypost.url, await makeKey(waypost, ["contacts:read"]));
  expect((await reader("GET", `/v1/contacts/${body.id}`)).status).toBe(200);
  expect((await reader("PATCH", `/v1/contacts/${body.id}`, { name: "No" })).body.code).toBe(
    "missing_permission",
  );
  const stranger = await caller(waypost.url, null)("GET", "/v1/contacts");
  expect(stranger.body).toEqual({
    error: "invalid or missing API key",
    code: "unauthorized",
    title: "Unauthorized",
    status: 401,
    detail: "invalid or missing API key",
    hint: expect.any(String),
  });
  await waypost.sql`update contacts set organization_id = 'org_other' where id = ${body.id}`;
  expect((await reader("GET", `/v1/contacts/${body.id}`)).status).toBe(404);
});
