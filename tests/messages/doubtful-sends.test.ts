import { beforeAll, beforeEach, expect, test } from "bun:test";
import { claimLane } from "../../db/lanes/lanes.ts";
import { makePartitions } from "../../db/maintenance/maintenance.ts";
import { acceptMessages } from "../../db/messages/accept/accept.ts";
import { finishSends, type SendResult, startSends } from "../../db/messages/sends.ts";
import type { StatusEntry } from "../../db/messages/status-entry.ts";
import { sharedDatabase } from "../support/shared-database.ts";
import { applyStatuses } from "./apply-statuses.ts";
import { textInput } from "./text-input.ts";

/* Sends whose results come late, twice or not at all, as the database sees them. */
const channel = { organizationId: "org_test", channelId: "ch_test" };
const DAEMON = "daemon";
const database = sharedDatabase();
let id: string;
beforeAll(async () => {
  await makePartitions(database.sql);
  await claimLane(
    database.sql,
    { organizationId: "org_test", kind: "channel", laneId: channel.channelId },
    DAEMON,
  );
});

beforeEach(async () => {
  const input = textInput();
  id = input.id;
  await acceptMessages(database.sql, [input]);
});

const start = (mostDoubts = 10) => startSends(database.sql, channel, DAEMON, [id], { mostDoubts });

const finish = (attempt: number, outcome: SendResult["outcome"], providerMessageId: string | null = null) =>
  finishSends(database.sql, channel, [
    {
      message_id: id,
      attempt,
      outcome,
      provider_message_id: providerMessageId,
      error: outcome === "failed" ? '{"code":"refused"}' : null,
      retry_after: null,
      silent: false,
      result: null,
    },
  ]);

const report = (status: string, providerMessageId: string, messageId: string | null = id) =>
  applyStatuses(database.sql, channel, [
    {
      message_id: messageId,
      provider_message_id: providerMessageId,
      status,
      at: new Date(),
      error: status === "failed" ? '{"code":"reported"}' : null,
      pricing: null,
    },
  ]);

async function state() {
  const [message] = await database.sql`select status, error from messages where id = ${id}`;
  const [item] = await database.sql`select state from lane_items where item_id = ${id}`;
  return { status: message?.status, code: JSON.parse(message?.error ?? "{}").code, item: item?.state };
}

/** The message's events: statuses, and "message.sent". */
async function eventsOf() {
  const events = await database.sql<{ type: string; status: string | null }[]>`
    select type, body::json ->> 'status' as status from events
    where type like 'message.%' and body like ${`%${id}%`} order by id`;
  return events.map(({ type, status }) => status ?? type);
}

async function history() {
  const [message] = await database.sql`select status_history from messages where id = ${id}`;
  return message?.status_history.map(({ status, error }: StatusEntry) =>
    error === undefined ? status : `${status}: ${error.code}`,
  );
}

async function giveUp(): Promise<void> {
  await start();
  await finish(1, "unknown");
  expect(await start(1)).toEqual([]);
  expect(await state()).toMatchObject({ status: "failed", code: "outcome_unknown" });
}

test("an answer that is lost after a status of the message came holds up nothing", async () => {
  await start();
  await report("sent", "wamid.one");
  await finish(1, "unknown");
  expect(await state()).toMatchObject({ status: "sent", item: undefined });
});

test("an answer that comes after the status still counts its attempt", async () => {
  await start();
  await report("delivered", "wamid.one");
  await finish(1, "sent", "wamid.one");
  const [message] = await database.sql`select attempts from messages where id = ${id}`;
  expect(message?.attempts).toBe(1);
});

test("a message whose status comes before its call is not called any more", async () => {
  // as when the database was set back to before the call
  await report("delivered", "wamid.one");
  expect(await state()).toMatchObject({ status: "delivered", item: undefined });
  expect(await start()).toEqual([]);
});

test("a message that is known to be sent is not given up", async () => {
  await start();
  await finish(1, "unknown");
  // as when the status came while the call was out and the daemon died
  await database.sql`update messages set status = 'sent' where id = ${id}`;
  expect(await start(1)).toEqual([]);
  expect(await state()).toMatchObject({ status: "sent", item: undefined });
});

test("a message is given up after as many attempts without an outcome as may be, crashes included", async () => {
  await start(2);
  await finish(1, "unknown");
  await start(2);
  await database.sql`update lane_items set state = 'unknown' where item_id = ${id}`;
  expect(await start(2)).toEqual([]);
  expect(await state()).toEqual({ status: "failed", code: "outcome_unknown", item: undefined });
});

test("refusals do not count as attempts without an outcome", async () => {
  await start(2);
  await finish(1, "unknown");
  await start(2);
  await finishSends(database.sql, channel, [
    {
      message_id: id,
      attempt: 2,
      outcome: "retry",
      provider_message_id: null,
      error: null,
      retry_after: 0,
      silent: false,
      result: null,
    },
  ]);
  expect(await start(2)).toMatchObject([{ message_id: id, attempt: 3 }]);
});

test("a late refusal of an attempt that another followed does not fail the message", async () => {
  await start();
  await finish(1, "unknown");
  await start();
  await finish(1, "failed");
  expect(await state()).toMatchObject({ status: "queued", item: "sending" });
  await finish(2, "sent", "wamid.two");
  expect(await state()).toMatchObject({ status: "sent", item: undefined });
});

test("the failure of one copy does not fail a message whose other copy was taken", async () => {
  await start();
  await finish(1, "unknown");
  await start();
  await finish(2, "sent", "wamid.second");
  await report("failed", "wamid.first");
  expect((await state()).status).toBe("sent");
  await report("failed", "wamid.second");
  expect(await state()).toMatchObject({ status: "failed", code: "reported" });
});

test("the failure of another copy is distinguished without the echo of our id, too", async () => {
  await start();
  await finish(1, "unknown", "wamid.first");
  await start();
  await finish(2, "sent", "wamid.second");
  await report("failed", "wamid.first", null);
  expect((await state()).status).toBe("sent");
});

test("a message that was sent is not failed by the refusal of its second copy", async () => {
  await start();
  await finish(1, "unknown");
  await start();
  await report("sent", "wamid.first");
  await finish(2, "failed");
  expect(await state()).toEqual({ status: "sent", code: undefined, item: undefined });
});

test.each(["sent", "delivered", "read"])(
  "a message that we gave up takes the status %s all the same",
  async (status) => {
    await giveUp();
    await report(status, "wamid.one");
    expect(await state()).toEqual({ status, code: undefined, item: undefined });
    expect(await history()).toEqual(["queued", "failed: outcome_unknown", status]);
    expect(await eventsOf()).toEqual(["queued", "failed", "message.sent", status]);
  },
);

test("a message whose copy was refused takes the statuses of the copy before it", async () => {
  await start();
  await finish(1, "unknown");
  await start();
  await finish(2, "failed");
  await report("sent", "wamid.first");
  await report("delivered", "wamid.first");
  expect((await state()).status).toBe("delivered");
  expect(await eventsOf()).toEqual(["queued", "failed", "message.sent", "sent", "delivered"]);
});

test("what WhatsApp itself reported as failed stays so, unless it reports the delivery", async () => {
  await start();
  await finish(1, "sent", "wamid.one");
  await report("failed", "wamid.one");
  await report("sent", "wamid.one");
  expect(await state()).toMatchObject({ status: "failed", code: "reported" });
  await report("delivered", "wamid.one");
  expect((await state()).status).toBe("delivered");
  expect(await history()).toEqual(["queued", "sent", "failed: reported", "delivered"]);
  expect(await eventsOf()).toEqual(["queued", "message.sent", "sent", "failed", "delivered"]);
});

test("the copy that was sent counts, not the one that failed before, and its own failure does", async () => {
  await start();
  await finish(1, "unknown");
  await report("failed", "wamid.first");
  await report("sent", "wamid.second");
  await report("failed", "wamid.first");
  expect((await state()).status).toBe("sent");
  await report("failed", "wamid.second");
  expect((await state()).status).toBe("failed");
});
