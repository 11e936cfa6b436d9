/** The tags that are in use, as they are offered to who types one. */
import { expect, test } from "bun:test";
import { take } from "../inbound/support.ts";
import { caller, makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();

async function tagged(noun: string, id: string, ...names: string[]): Promise<void> {
  expect((await waypost.call("POST", `/v1/${noun}/${id}/tags`, { names })).status).toBe(201);
}

test("tags of contacts are listed once each, by name, with how many have them", async () => {
  for (const names of [["wholesale", "berlin"], ["wholesale"], []]) {
    const { id } = (
      await waypost.call("POST", "/v1/contacts", { email: `${crypto.randomUUID()}@example.com` })
    ).body;
    if (names.length > 0) await tagged("contacts", id, ...names);
  }
  const { body } = await waypost.call("GET", "/v1/contacts/tags");
  expect(body.data).toEqual([
    { name: "berlin", count: 1 },
    { name: "wholesale", count: 2 },
  ]);
});

test("tags of conversations are their own, and a key for some channels sees those of its channels", async () => {
  const message = {
    from: "14155558801",
    id: "wamid.tags.1",
    timestamp: "1800000000",
    type: "text",
    text: { body: "Hi" },
  };
  await take(waypost, { contacts: [{ profile: { name: "Ada" }, wa_id: message.from }], messages: [message] });
  const { id } = (await waypost.call("GET", `/v1/conversations?q=${message.from}`)).body.data[0];
  await tagged("conversations", id, "complaint");
  expect((await waypost.call("GET", "/v1/conversations/tags")).body.data).toEqual([
    { name: "complaint", count: 1 },
  ]);
  const seenBy = async (channel: string) => {
    const key = await makeKey(waypost, ["messages:read"], [channel]);
    return (await caller(waypost.url, key)("GET", "/v1/conversations/tags")).body.data;
  };
  const other = { platform: "whatsapp_unofficial", name: "Another" };
  expect(await seenBy(waypost.channelId)).toHaveLength(1);
  expect(await seenBy((await waypost.call("POST", "/v1/channels", other)).body.id)).toEqual([]);
});
