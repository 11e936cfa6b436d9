/** A phone that says nothing about the time in which a number was away: what may be missing is named, once. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { untilStatus } from "../../../gateway/support.ts";
import { eventually, until } from "../../../support/until.ts";
import { type Chat, NUMBER, startChat } from "../chat.ts";

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

/** Has the number away since two and a half minutes ago, and there again. */
async function beAway(): Promise<void> {
  const { call, sql } = chat.daemon;
  await call("POST", `/v1/channels/${chat.channelId}/disconnect`, {});
  await untilStatus(call)(chat.channelId, "disconnected");
  await sql`update channels set last_seen_at = now() - interval '150 seconds' where id = ${chat.channelId}`;
  await call("POST", `/v1/channels/${chat.channelId}/connect`, {});
  await untilStatus(call)(chat.channelId, "connected");
}

test("it is asked three times at most, and the conversation says since when something may be missing", async () => {
  const { call, sql } = chat.daemon;
  const { conversation_id } = await chat.receive("text", { body: "Before" });
  chat.people().behave(NUMBER, { respondsToRequests: false });
  await beAway();
  const asked = () => sql<{ attempts: number }[]>`
    select attempts from web_holes where conversation_id = ${conversation_id} and request_id is not null`;
  await until(async () => (await asked())[0]?.attempts === 1);
  // as if the phone had been off for a day
  await sql`update web_holes set attempts = 3, asked_at = now() - interval '7 hours'`;
  await call("POST", `/v1/channels/${chat.channelId}/disconnect`, {});
  await call("POST", `/v1/channels/${chat.channelId}/connect`, {});
  const { missing_since, missing_until, ...filled } = await eventually(
    "an event",
    async () => (await chat.events("conversation.filled"))[0],
  );
  expect(filled).toMatchObject({ conversation_id, messages: 0, since: missing_since, until: missing_until });
  const { data } = (await call("GET", `/v1/messages?conversation_id=${conversation_id}`)).body;
  expect(data[0]).toMatchObject({ type: "system", content: { event: "not_fetched", since: missing_since } });
  expect(data[0].text).toBe(
    `Messages between ${missing_since} and ${missing_until} could not be fetched from the phone`,
  );
  expect(await sql`select from web_holes`).toHaveLength(0);
});

test("a number that was there is not asked anything", async () => {
  const { call, sql } = chat.daemon;
  await call("POST", `/v1/channels/${chat.channelId}/disconnect`, {});
  await call("POST", `/v1/channels/${chat.channelId}/connect`, {});
  await untilStatus(call)(chat.channelId, "connected");
  expect(await sql`select from web_holes`).toHaveLength(0);
});
