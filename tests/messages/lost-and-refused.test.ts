import { expect, test } from "bun:test";
import { ownDaemon } from "../support/own-daemon.ts";
import { until } from "../support/until.ts";

/*
 * Sends that fail. The recipients are the Graph sandbox's test numbers: see docs/sandbox.md.
 */
const waypost = ownDaemon({ config: { outcomeGraceSeconds: 1 } });

const PAIR_LIMIT = "15550000201";
const THROTTLED = "15550000301";
const ANSWER_LOST = "15550000501";
const ANSWER_LOST_SILENT = "15550000601";
const TOKEN_EXPIRED = "15550001001";
const OTHER = "14155550100";

async function send(to: string, body = "Hello", type = "text"): Promise<string> {
  const content = type === "text" ? { body } : { message_id: body };
  const answer = await waypost.call("POST", "/v1/messages", {
    channel_id: waypost.channelId,
    to,
    type,
    content,
  });
  expect(answer.status).toBe(201);
  return answer.body.id;
}

const attemptsOf = async (id: string) =>
  (
    await waypost.sql`select attempt, outcome, possible_duplicate from message_attempts where message_id = ${id} order by attempt`
  ).map((row) => ({ ...row }));

async function seenBySandbox(id: string): Promise<number> {
  const response = await fetch(`${waypost.sandbox.url}/sandbox/messages?callback=${id}`);
  return ((await response.json()) as { data: unknown[] }).data.length;
}

test("a lost answer is made up for by the status, and the message is not sent again", async () => {
  const id = await send(ANSWER_LOST);
  const record = await waypost.until(id, "read");
  expect(record.provider_message_id).toStartWith("wamid.");
  expect(record.possible_duplicate).toBe(false);
  expect(await attemptsOf(id)).toEqual([{ attempt: 1, outcome: "sent", possible_duplicate: false }]);
  expect(await seenBySandbox(id)).toBe(1);
});

test("a lost answer without a status is sent again after the grace, but not for ever", async () => {
  const id = await send(ANSWER_LOST_SILENT);
  const record = await waypost.until(id, "failed");
  expect(record).toMatchObject({ error: { code: "outcome_unknown" }, possible_duplicate: true });
  expect(await attemptsOf(id)).toEqual([
    { attempt: 1, outcome: "unknown", possible_duplicate: false },
    { attempt: 2, outcome: "unknown", possible_duplicate: true },
    { attempt: 3, outcome: "unknown", possible_duplicate: true },
  ]);
  expect(await seenBySandbox(id)).toBe(3);
});

test("at_most_once fails a message whose answer was lost, and does not send it again", async () => {
  const path = `/v1/channels/${waypost.channelId}`;
  await waypost.call("PATCH", path, { settings: { delivery: "at_most_once" } });
  const id = await send("15550000602");
  const record = await waypost.until(id, "failed");
  expect(record.error.code).toBe("outcome_unknown");
  expect(await seenBySandbox(id)).toBe(1);
  await waypost.call("PATCH", path, { settings: { delivery: "at_least_once" } });
});

test("a pair limit holds back its recipient, in order, and nobody else", async () => {
  const [first, second, other] = [
    await send(PAIR_LIMIT, "one"),
    await send(PAIR_LIMIT, "two"),
    await send(OTHER),
  ];
  await waypost.until(other, "read");
  expect((await waypost.call("GET", `/v1/messages/${first}`)).body.status).toBe("queued");
  await waypost.until(second, "read");
  const sentAt = async (id: string) =>
    (await waypost.call("GET", `/v1/messages/${id}`)).body.status_history[1].at;
  expect((await sentAt(first)) <= (await sentAt(second))).toBe(true);
  expect((await attemptsOf(first)).map((one) => one.outcome)).toEqual(["retry", "retry", "sent"]);
  expect((await attemptsOf(second)).map((one) => one.outcome)).toEqual(["sent"]);
});

test("a throttled channel rests and continues", async () => {
  const id = await send(THROTTLED);
  const record = await waypost.until(id, "read");
  expect(record.attempts).toBe(3);
});

test("a channel whose token expired keeps its messages, says why, and continues with a new one", async () => {
  const id = await send(TOKEN_EXPIRED);
  const path = `/v1/channels/${waypost.channelId}`;
  await until(async () => (await waypost.call("GET", path)).body.status === "disconnected");
  const { body: channel } = await waypost.call("GET", path);
  expect(channel.status_reason).toStartWith("channel_auth_failed");
  const waiting = await send("14155550177");
  expect((await waypost.call("GET", `/v1/messages/${id}`)).body.status).toBe("queued");

  const rests = async () => (await waypost.sql`select from lanes where paused_until > now()`).length;
  expect(await rests()).toBe(1);
  await waypost.call("PATCH", path, { name: "Renamed" });
  expect(await rests()).toBe(1);

  await waypost.sql`update lane_items set due_at = now() + interval '1 hour' where item_id = ${id}`;
  const patched = await waypost.call("PATCH", path, { access_token: "EAAsandbox0123456789abcdefghijklmnop" });
  expect(patched.body.status).toBe("connected");
  await waypost.until(waiting, "read");
});

test("a message that was accepted days before its time is kept as long as any other", async () => {
  const path = `/v1/channels/${waypost.channelId}`;
  const { body } = await waypost.call("POST", "/v1/messages", {
    channel_id: waypost.channelId,
    to: "15550001002",
    type: "text",
    content: { body: "Hello" },
    scheduled_at: new Date(Date.now() + 2000).toISOString(),
  });
  await waypost.sql`update messages set created_at = now() - interval '3 days' where id = ${body.id}`;
  await until(async () => (await attemptsOf(body.id))[0]?.outcome !== undefined);
  await until(async () => (await attemptsOf(body.id))[0]?.outcome !== null);
  expect((await attemptsOf(body.id)).map((one) => one.outcome)).toEqual(["retry"]);
  await waypost.call("POST", `/v1/messages/${body.id}/cancel`);
  await waypost.call("PATCH", path, { access_token: "EAAsandbox0123456789abcdefghijklmnop" });
});

test("mark_as_read is an operation: it has a status and makes no message.sent", async () => {
  const { body: sent } = await waypost.call("GET", "/v1/messages?direction=outbound&status=read&limit=1");
  const id = await send(OTHER, sent.data[0].provider_message_id, "mark_as_read");
  const record = await waypost.until(id, "sent", "failed");
  const events = await waypost.sql`select type from events where body like ${`%${id}%`} order by id`;
  expect(events.map((event) => event.type)).not.toContain("message.sent");
  expect(record.provider_message_id).toBeNull();
});
