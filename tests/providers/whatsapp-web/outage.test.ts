/** WhatsApp asks a paired number for less, for longer than a message has tries: it rests, and nothing fails. */
import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { until } from "../../support/until.ts";
import { type Chat, startChat } from "./chat.ts";

let chat: Chat;
beforeAll(async () => {
  chat = await startChat(undefined, { callMs: 30_000, rests: { first: 20, longest: 40 } });
});
afterEach(() => chat.web.control.clearFaults());
afterAll(() => chat.stop());

const channel = async () => (await chat.daemon.call("GET", `/v1/channels/${chat.channelId}`)).body;

test("a number that WhatsApp rate-limits rests, says so, and then sends everything once, in order", async () => {
  chat.web.control.fault({ fault: "ack_429", times: 15 });
  const ids = [await chat.send("text", { body: "one" }), await chat.send("text", { body: "two" })];
  await until(async () => (await channel()).status === "degraded");
  expect((await channel()).status_reason).toMatch(/^rate_limited: .*; rests until .*$/);
  const first = await chat.daemon.until(ids[0] as string, "read");
  const second = await chat.daemon.until(ids[1] as string, "read");
  expect(first.attempts + second.attempts).toBe(17);
  expect(first.status_history[1].at <= second.status_history[1].at).toBe(true);
  for (const { provider_message_id } of [first, second])
    expect(await chat.onPhone(provider_message_id)).toMatchObject({ copies: 1 });
  await chat.send("text", { body: "three" });
  await until(async () => (await channel()).status === "connected");
});
