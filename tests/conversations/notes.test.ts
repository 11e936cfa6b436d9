/** What colleagues write to each other about a conversation. */
import { beforeAll, expect, test } from "bun:test";
import { LIMITS } from "../../db/functions/limits.ts";
import { take } from "../inbound/support.ts";
import { caller, makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();
let conversation: { id: string; contact_id: string };

beforeAll(async () => {
  conversation = await written("14155565101");
});

/** The conversation of somebody who wrote. */
async function written(from: string) {
  const timestamp = String(Math.floor(Date.now() / 1000));
  await take(waypost, {
    messages: [{ from, id: `wamid.note.${from}`, timestamp, type: "text", text: { body: "Hi" } }],
  });
  return (await waypost.call("GET", `/v1/conversations?q=${from}`)).body.data[0];
}

const pathOf = (id = conversation.id) => `/v1/conversations/${id}/notes`;
const note = (body: string, more: object = {}, id?: string) =>
  waypost.call("POST", pathOf(id), { body, ...more });
const bodies = async (id?: string, query = "") =>
  (await waypost.call("GET", `${pathOf(id)}${query}`)).body.data.map(({ body }: { body: string }) => body);

async function newUser(name: string, role = "agent"): Promise<string> {
  const id = Bun.randomUUIDv7();
  await waypost.sql`
    insert into users (organization_id, id, email, name, password_hash, role)
    values (${waypost.organizationId}, ${id}, ${`${id}@example.com`}, ${name}, 'none', ${role})`;
  return id;
}

const eventOf = async (noteId: string) => {
  const { body } = await waypost.call("GET", "/v1/events?type=conversation.note_created&limit=100");
  type Logged = { body: { note_id: string } };
  return body.data.find(({ body: { note_id } }: Logged) => note_id === noteId)?.body;
};

test("a note names who wrote it and whom it is for, and so does its event, without its text", async () => {
  const grace = await newUser("Grace");
  const written = await note("The table by the window", { mentions: [grace.toUpperCase()] });
  expect(written).toMatchObject({
    status: 201,
    body: {
      body: "The table by the window",
      author: { id: expect.stringMatching(/^key_/), name: expect.any(String) },
      mentions: [{ id: grace, name: "Grace" }],
    },
  });
  expect((await waypost.call("GET", pathOf())).body.data[0]).toEqual(written.body);
  expect(await eventOf(written.body.id)).toEqual({
    ...{ note_id: written.body.id, conversation_id: conversation.id, channel_id: waypost.channelId },
    ...{ author: written.body.author.id, mentions: [grace], organization_id: waypost.organizationId },
  });
});

test("notes are of their conversation alone, the newest first, page by page", async () => {
  const other = await written("14155565102");
  for (const text of ["one", "two", "three"]) await note(text, {}, other.id);
  expect(await bodies(other.id)).toEqual(["three", "two", "one"]);
  const { meta } = (await waypost.call("GET", `${pathOf(other.id)}?limit=2`)).body;
  expect(await bodies(other.id, `?limit=2&cursor=${meta.next_cursor}`)).toEqual(["one"]);
  expect((await waypost.call("GET", `/v1/contacts/${other.contact_id}/notes`)).body.data).toEqual([]);
});

test("a note is repeated with its key, not written twice", async () => {
  const headers = { "idempotency-key": crypto.randomUUID() };
  const once = () => waypost.call("POST", pathOf(), { body: "Once" }, headers);
  expect((await once()).body).toEqual((await once()).body);
  expect((await bodies()).filter((body: string) => body === "Once")).toHaveLength(1);
});

test("only users who can read the conversation can be mentioned, and they are listed by name", async () => {
  const [ben, viewer] = [await newUser("Ben"), await newUser("Ann", "viewer")];
  const gone = await newUser("Gone");
  await waypost.call("PATCH", `/v1/users/${gone}`, { disabled: true });
  const { data } = (await waypost.call("GET", "/v1/conversations/colleagues")).body;
  const ids = data.map(({ id }: { id: string }) => id);
  expect(ids).toContain(ben);
  expect(ids.indexOf(viewer)).toBeLessThan(ids.indexOf(ben));
  for (const stranger of [gone, Bun.randomUUIDv7()]) {
    expect(ids).not.toContain(stranger);
    expect(await note("Hey", { mentions: [ben, stranger] })).toMatchObject({
      status: 422,
      body: { errors: [{ path: "/mentions/1" }] },
    });
  }
  expect(await bodies()).not.toContain("Hey");
});

test("a colleague without a name is called by the beginning of their address, never by all of it", async () => {
  await waypost.sql`update users set name = '' where organization_id = ${waypost.organizationId}`;
  const names = (await waypost.call("GET", "/v1/conversations/colleagues")).body.data.map(
    ({ name }: { name: string }) => name,
  );
  expect(names).toContain("owner");
  expect(JSON.stringify(names)).not.toContain("@");
});

test("keys need the conversation's channel, and to write more than to read", async () => {
  const reader = caller(waypost.url, await makeKey(waypost, ["messages:read"]));
  expect((await reader("GET", pathOf())).status).toBe(200);
  expect((await reader("POST", pathOf(), { body: "Hi" })).status).toBe(403);
  const elsewhere = await makeKey(waypost, ["messages:read", "messages:send"], ["ch_other"]);
  for (const [method, body] of [["GET"], ["POST", { body: "Hi" }]] as const)
    expect((await caller(waypost.url, elsewhere)(method, pathOf(), body)).status).toBe(404);
});

test("a thousand notes fit", async () => {
  const { id } = await written("14155565103");
  await waypost.sql`
    insert into conversation_notes (organization_id, conversation_id, id, body, author)
    select ${waypost.organizationId}, ${id}, 'note_' || nth, 'Hm', 'key_none'
    from generate_series(2, ${LIMITS.most_notes}) as nth`;
  const answers = await Promise.all(["last", "more"].map((text) => note(text, {}, id)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
  expect(answers.find(({ status }) => status === 422)?.body.errors[0].path).toBe("/body");
});

test("they follow the contact: into the conversation that it is merged into, and away with it", async () => {
  const [kept, merged] = [await written("14155565104"), await written("14155565105")];
  await note("of the kept", {}, kept.id);
  await note("of the merged", {}, merged.id);
  await waypost.call("POST", `/v1/contacts/${kept.contact_id}/merge`, { contact_id: merged.contact_id });
  expect((await bodies(merged.id)).sort()).toEqual(["of the kept", "of the merged"]);
  await waypost.call("DELETE", `/v1/contacts/${kept.contact_id}`);
  expect(await bodies(kept.id)).toEqual([]);
  const rows =
    await waypost.sql`select from conversation_notes where conversation_id in ${waypost.sql([kept.id, merged.id])}`;
  expect(rows).toHaveLength(0);
});
