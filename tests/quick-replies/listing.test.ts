/** How quick replies are found, and filled for a person. */
import { beforeAll, expect, test } from "bun:test";
import { newId } from "../../daemon/lib/ids.ts";
import { insertChannel } from "../../db/channels/channels.ts";
import { take } from "../inbound/support.ts";
import { caller, makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();
const PATH = "/v1/quick_replies";
const FROM = "4915112345678";
let other: string;
let conversationId: string;

beforeAll(async () => {
  other = newId("ch");
  await insertChannel(waypost.sql, {
    ...{ organization_id: waypost.organizationId, id: other, name: "Other" },
    ...{ platform: "whatsapp_web", status: "disconnected", settings: {} },
  });
  const replies = [
    { shortcut: "hours", title: "Opening", body: "From 9 to 22, {{first_name|you}} of {{email}}" },
    { shortcut: "bye", body: "See you", channel_ids: [waypost.channelId] },
    { shortcut: "thanks", body: "Thank you, Zoë", channel_ids: [other] },
  ];
  for (const reply of replies) expect((await waypost.call("POST", PATH, reply)).status).toBe(201);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const message = { from: FROM, id: "wamid.quick", timestamp, type: "text", text: { body: "Hi" } };
  await take(waypost, {
    contacts: [{ profile: { name: "Ada Lovelace" }, wa_id: FROM }],
    messages: [message],
  });
  conversationId = (await waypost.call("GET", "/v1/conversations")).body.data[0].id;
});

async function found(query: string, call = waypost.call): Promise<string[]> {
  const { body } = await call("GET", `${PATH}?${query}`);
  return body.data.map(({ shortcut }: { shortcut: string }) => shortcut);
}

test.each([
  ["", ["bye", "hours", "thanks"]],
  ["q=HO", ["hours"]],
  ["q=opening", ["hours"]],
  ["q=zoe", ["thanks"]],
  ["q=ours", []],
  ["q=%20", ["bye", "hours", "thanks"]],
] as const)("%p finds %p", async (query, shortcuts) => {
  expect(await found(query)).toEqual([...shortcuts]);
});

test("those of a channel are its own and those for all", async () => {
  expect(await found(`channel_id=${waypost.channelId}`)).toEqual(["bye", "hours"]);
  expect(await found(`conversation_id=${conversationId}`)).toEqual(["bye", "hours"]);
});

test("a page goes on where the last one ended", async () => {
  const { body } = await waypost.call("GET", `${PATH}?limit=2`);
  expect(await found(`limit=2&cursor=${body.meta.next_cursor}`)).toEqual(["thanks"]);
});

test("a key of some channels sees its own and those for all, by list and by id", async () => {
  const call = caller(waypost.url, await makeKey(waypost, ["messages:read"], [other]));
  expect(await found("", call)).toEqual(["hours", "thanks"]);
  const { data } = (await waypost.call("GET", PATH)).body;
  const statuses = await Promise.all(
    data.map(async ({ id }: { id: string }) => (await call("GET", `${PATH}/${id}`)).status),
  );
  expect(statuses).toEqual([404, 200, 200]);
});

test("the text is filled for the person of a conversation, and says which fields they lack", async () => {
  const { data } = (await waypost.call("GET", `${PATH}?conversation_id=${conversationId}&q=hours`)).body;
  expect(data[0].filled).toEqual({ text: "From 9 to 22, Ada of {{email}}", missing: ["email"] });
  expect((await waypost.call("GET", `${PATH}?q=hours`)).body.data[0].filled).toBeNull();
});

test("who may not read contacts gets what a conversation shows of them, and no more", async () => {
  const { contact_id } = (await waypost.call("GET", `/v1/conversations/${conversationId}`)).body;
  await waypost.call("PATCH", `/v1/contacts/${contact_id}`, { email: "ada@example.com" });
  const filled = async (permissions: string[]) => {
    const call = caller(waypost.url, await makeKey(waypost, permissions));
    const { body } = await call("GET", `${PATH}?conversation_id=${conversationId}&q=hours`);
    return body.data[0].filled.text;
  };
  expect(await filled(["messages:read"])).toBe("From 9 to 22, Ada of {{email}}");
  expect(await filled(["messages:read", "contacts:read"])).toBe("From 9 to 22, Ada of ada@example.com");
});

test("a deleted quick reply is gone", async () => {
  const { id } = (await waypost.call("POST", PATH, { shortcut: "soon", body: "Gone" })).body;
  expect((await waypost.call("DELETE", `${PATH}/${id}`)).status).toBe(204);
  expect((await waypost.call("GET", `${PATH}/${id}`)).status).toBe(404);
  expect(await found("q=soon")).toEqual([]);
});

test("a shortcut that another has is no change of it", async () => {
  const { data } = (await waypost.call("GET", `${PATH}?q=bye`)).body;
  const { status, body } = await waypost.call("PATCH", `${PATH}/${data[0].id}`, { shortcut: "HOURS" });
  expect([status, body.code]).toEqual([409, "shortcut_taken"]);
});
