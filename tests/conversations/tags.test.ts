/** Tags of conversations. */
import { expect, test } from "bun:test";
import { take } from "../inbound/support.ts";
import { caller, makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();

let serial = 0;
/** Somebody writes; answers with the conversation's id. */
async function conversation(): Promise<string> {
  const [from, id] = [`1415556${String(4000 + serial)}`, `wamid.tags.${++serial}`];
  const timestamp = String(Math.floor(Date.now() / 1000));
  await take(waypost, { messages: [{ from, id, timestamp, type: "text", text: { body: "Hi" } }] });
  return (await waypost.call("GET", "/v1/conversations?limit=1")).body.data[0].id;
}

const tag = (id: string, body: object) => waypost.call("POST", `/v1/conversations/${id}/tags`, body);
const namesOf = async (id: string): Promise<string[]> =>
  (await waypost.call("GET", `/v1/conversations/${id}/tags`)).body.data.map(
    ({ name }: { name: string }) => name,
  );

async function toldOf(id: string) {
  const rows =
    await waypost.sql`select body from events where type = 'conversation.updated' order by position, id`;
  return rows
    .map(({ body }) => JSON.parse(body))
    .filter((body) => body.conversation_id === id && body.tags !== undefined)
    .map((body) => body.tags);
}

test("tags are given and taken away, are in the record, and each change has an event with all of them", async () => {
  const id = await conversation();
  expect((await tag(id, { names: ["urgent", "complaint"] })).status).toBe(201);
  await tag(id, { name: "urgent" });
  const removed = await waypost.call("DELETE", `/v1/conversations/${id}/tags/urgent`);
  expect(removed.status).toBe(204);
  expect((await waypost.call("DELETE", `/v1/conversations/${id}/tags/urgent`)).status).toBe(404);
  expect(await namesOf(id)).toEqual(["complaint"]);
  expect((await waypost.call("GET", `/v1/conversations/${id}`)).body.tags).toEqual(["complaint"]);
  expect(await toldOf(id)).toEqual([["complaint", "urgent"], ["complaint"]]);
});

test.each(["conversations", "contacts"])(
  "tags of %s are added and removed together, or none of them",
  async (kind) => {
    const id = await conversation();
    const { contact_id } = (await waypost.call("GET", `/v1/conversations/${id}`)).body;
    const path = `/v1/${kind}/${kind === "contacts" ? contact_id : id}/tags`;
    const change = async (body: object) => {
      const { status } = await waypost.call("POST", path, body);
      const { data } = (await waypost.call("GET", path)).body;
      return [status, data.map(({ name }: { name: string }) => name)];
    };
    expect(await change({ names: ["new", "vip"] })).toEqual([201, ["new", "vip"]]);
    expect(await change({ names: ["urgent"], remove: ["new"] })).toEqual([201, ["urgent", "vip"]]);
    expect(await change({ names: ["late"], remove: ["vip", "none"] })).toEqual([404, ["urgent", "vip"]]);
    expect(await change({ remove: ["vip", "vip"] })).toEqual([201, ["urgent"]]);
    expect(await change({})).toEqual([422, ["urgent"]]);
  },
);

test("a tag that could not be removed is refused", async () => {
  const id = await conversation();
  const { contact_id } = (await waypost.call("GET", `/v1/conversations/${id}`)).body;
  const refused = { status: 422, body: { errors: [{ path: "/name", message: "can't be .." }] } };
  expect(await tag(id, { names: ["fine", ".."] })).toMatchObject(refused);
  expect(await waypost.call("POST", `/v1/contacts/${contact_id}/tags`, { name: ".." })).toMatchObject(
    refused,
  );
  expect((await tag(id, { name: "..." })).status).toBe(201);
  expect((await waypost.call("DELETE", `/v1/conversations/${id}/tags/...`)).status).toBe(204);
});

test("the list holds those with a tag", async () => {
  const [tagged, other] = [await conversation(), await conversation()];
  await tag(tagged, { name: "vip" });
  await tag(other, { name: "new" });
  const { contact_id } = (await waypost.call("GET", `/v1/conversations/${other}`)).body;
  const listed = async (query: string) =>
    (await waypost.call("GET", `/v1/conversations?${query}`)).body.data.map((one: { id: string }) => one.id);
  expect(await listed("tag=vip")).toEqual([tagged]);
  expect(await listed(`contact_id=${contact_id}&tag=new`)).toEqual([other]);
  expect(await listed(`contact_id=${contact_id}&tag=vip`)).toEqual([]);
});

test("a conversation has at most a hundred tags, over all requests", async () => {
  const id = await conversation();
  const names = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}${n}`);
  await tag(id, { names: names("a", 99) });
  expect((await tag(id, { names: names("b", 2) })).status).toBe(422);
  expect(await namesOf(id)).toHaveLength(99);
});

test("a key of other channels, and one that only reads, changes no tags", async () => {
  const id = await conversation();
  const other = caller(waypost.url, await makeKey(waypost, ["messages:send"], ["ch_other"]));
  const reader = caller(waypost.url, await makeKey(waypost, ["messages:read"]));
  expect((await other("POST", `/v1/conversations/${id}/tags`, { name: "x" })).status).toBe(404);
  expect((await reader("POST", `/v1/conversations/${id}/tags`, { name: "x" })).status).toBe(403);
  expect(await namesOf(id)).toEqual([]);
});

test("a merge of two contacts keeps the tags of both conversations; of more than a hundred, each can be removed", async () => {
  const [kept, gone] = [await conversation(), await conversation()];
  const ofOne = Array.from({ length: 60 }, (_, nth) => `one${nth}`);
  const ofOther = Array.from({ length: 60 }, (_, nth) => `two${nth}`);
  await tag(kept, { names: ofOne });
  await tag(gone, { names: ofOther });
  const contactOf = async (id: string) =>
    (await waypost.call("GET", `/v1/conversations/${id}`)).body.contact_id;
  const [into, from] = [await contactOf(kept), await contactOf(gone)];
  await waypost.sql`select merge_contacts(${waypost.organizationId}, ${into}, ${from})`;
  expect(await namesOf(kept)).toEqual([...ofOne, ...ofOther].toSorted());
  expect((await waypost.call("DELETE", `/v1/conversations/${kept}/tags/one0`)).status).toBe(204);
  expect(await namesOf(kept)).toHaveLength(119);
});
