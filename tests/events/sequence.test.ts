/** The number by which a receiver puts the message.* events of a conversation in order. */
import { expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";

/** A recipient that the sandbox lets write back. */
const REPLIES = "+15550000801";
const MESSAGES = 12;
type MessageEvent = {
  type: string;
  status?: string;
  message_id: string;
  conversation_id: string;
  sequence: number;
};
const waypost = sharedDaemon();

async function messageEvents(): Promise<MessageEvent[]> {
  const rows = await waypost.sql<{ type: string; body: string }[]>`
    select type, body from events where type like 'message.%' order by id`;
  return rows.map(({ type, body }) => ({ ...JSON.parse(body), type }));
}

async function send(): Promise<string> {
  const { body } = await waypost.call("POST", "/v1/messages", {
    channel_id: waypost.channelId,
    to: REPLIES,
    type: "text",
    content: { body: "x" },
  });
  return body.id;
}

test("within a conversation the numbers grow in the order in which things happened", async () => {
  const ids = await Promise.all(Array.from({ length: MESSAGES }, send));
  for (const id of ids) await waypost.until(id, "delivered");
  await until(
    async () => (await messageEvents()).filter(({ type }) => type === "message.new").length >= MESSAGES,
  );

  const events = await messageEvents();
  const numbers = events.map(({ sequence }) => sequence);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(new Set(events.map((event) => event.conversation_id)).size).toBe(1);
  for (const id of ids) {
    const steps = events
      .filter((event) => event.message_id === id)
      .sort((one, other) => one.sequence - other.sequence)
      .map(({ type, status }) => status ?? type);
    expect(steps).toEqual(["queued", "message.sent", "sent", "delivered"]);
  }
});
