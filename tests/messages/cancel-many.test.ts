/** Cancelling all that waits and that a filter matches, as a job in pieces. */
import { beforeEach, expect, test } from "bun:test";
import { startCancellation, stepCancellation } from "../../db/messages/cancel/cancellations.ts";
import { pileUpMessages } from "../support/backlog.ts";
import { caller, makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";

const waypost = sharedDaemon();
beforeEach(async () => {
  await waypost.sql`delete from lane_items`;
  await waypost.sql`delete from messages`;
  await waypost.sql`delete from events`;
});

const cancel = (body: unknown, headers = {}) => waypost.call("POST", "/v1/messages/cancel", body, headers);
const record = async (id: string) => (await waypost.call("GET", `/v1/messages/cancellations/${id}`)).body;

/** Cancels and waits for the end; the finished record. */
async function cancelled(body: unknown) {
  const { status, body: started } = await cancel(body);
  expect(status).toBe(202);
  await until(async () => (await record(started.id)).status === "done");
  return await record(started.id);
}

async function count(status: string): Promise<number> {
  const [row] = await waypost.sql`select count(*) as count from messages where status = ${status}`;
  return row?.count;
}

test("many messages that wait are cancelled, each once and with its event, while others are accepted", async () => {
  const MANY = 10_000;
  await pileUpMessages(waypost, MANY);
  const { status, body } = await cancel({ status: "scheduled" });
  expect({ status, body }).toMatchObject({
    status: 202,
    body: { status: "running", matched: 0, cancelled: 0 },
  });
  const later = { scheduled_at: new Date(Date.now() + 3600_000).toISOString() };
  const message = {
    channel_id: waypost.channelId,
    to: "14155550101",
    type: "text",
    content: { body: "x" },
    ...later,
  };
  const accepted = await waypost.call("POST", "/v1/messages", message);
  expect(accepted.status).toBe(201);
  await until(async () => (await record(body.id)).status === "done");
  expect(await record(body.id)).toMatchObject({ matched: MANY, cancelled: MANY });
  expect([await count("cancelled"), await count("scheduled")]).toEqual([MANY, 1]);
  const [events] = await waypost.sql`
    select count(*) as count, count(distinct body::json ->> 'message_id') as messages from events
    where type = 'message.status_update' and body::json ->> 'status' = 'cancelled'`;
  expect({ ...events }).toEqual({ count: MANY, messages: MANY });
});

test("a user id names a person, at whichever address; one that nobody has cancels nothing", async () => {
  const recipient = "US.15550000042";
  const later = { scheduled_at: new Date(Date.now() + 3600_000).toISOString() };
  const message = { channel_id: waypost.channelId, type: "text", content: { body: "x" }, ...later };
  const send = (to: object) => waypost.call("POST", "/v1/messages", { ...message, ...to });
  const { body: hidden } = await send({ recipient });
  const { body: found } = await waypost.call("GET", `/v1/messages/${hidden.id}`);
  await waypost.call("PATCH", `/v1/contacts/${found.contact_id}`, { phone_number: "+14155550142" });
  await send({ contact_id: found.contact_id });
  await send({ to: "14155550143" });
  expect(await cancelled({ recipient: "US.15550000043" })).toMatchObject({ cancelled: 0 });
  expect(await cancelled({ recipient })).toMatchObject({ cancelled: 2 });
  expect(await count("scheduled")).toBe(1);
  expect((await cancel({ recipient: "nobody" })).status).toBe(422);
});

test("all filters have to match, and a dry run only counts", async () => {
  await pileUpMessages(waypost, 3, { to: "14155550100" });
  await pileUpMessages(waypost, 4, { to: "14155550102" });
  await pileUpMessages(waypost, 5, { status: "queued", to: "14155550102" });
  const matched = async (filter: object) => (await cancelled({ ...filter, dry_run: true })).matched;
  expect(await matched({ all: true })).toBe(12);
  expect(await matched({ to: "+1 415 555-0102" })).toBe(9);
  expect(await matched({ to: "14155550102", status: "queued" })).toBe(5);
  expect(await matched({ channel_id: waypost.channelId, type: "text" })).toBe(12);
  expect(await matched({ conversation_id: "cv_backlog" })).toBe(12);
  expect(await matched({ contact_id: "ct_none" })).toBe(0);
  expect(await matched({ type: "template" })).toBe(0);
  expect(await matched({ created_after: new Date(Date.now() + 60_000).toISOString() })).toBe(0);
  expect(await matched({ created_before: new Date(Date.now() + 60_000).toISOString() })).toBe(12);
  expect(await count("cancelled")).toBe(0);
  expect(await cancelled({ to: "14155550102", status: "queued" })).toMatchObject({ cancelled: 5 });
  expect([await count("cancelled"), await count("queued"), await count("scheduled")]).toEqual([5, 0, 7]);
});

test.each([
  [{}, "/all", "give a filter"],
  [{ all: false }, "/all", "give a filter"],
  [{ dry_run: true }, "/all", "give a filter"],
  [{ all: true, status: "queued" }, "/all", "not both"],
  [{ status: "queued", chanel_id: "ch_1" }, "/chanel_id", "there is no such filter"],
  [{ status: "sent" }, "/status", ""],
  [{ channel_id: "ch_none" }, "/channel_id", "no such channel"],
])("%j is refused, and nothing is cancelled", async (body, path, message) => {
  await pileUpMessages(waypost, 1);
  const { status, body: answer } = await cancel(body);
  expect({ status, path: answer.errors[0].path }).toEqual({ status: 422, path });
  expect(answer.detail).toContain(message);
  expect(await count("cancelled")).toBe(0);
});

test("the same Idempotency-Key begins one cancellation", async () => {
  const key = { "idempotency-key": "stop" };
  const first = await cancel({ all: true }, key);
  expect((await cancel({ all: true }, key)).body.id).toBe(first.body.id);
});

test("a key for some channels cancels theirs alone, and sees its own cancellations", async () => {
  await pileUpMessages(waypost, 2);
  const limited = caller(waypost.url, await makeKey(waypost, ["messages:send"], ["ch_own"]));
  await pileUpMessages({ ...waypost, channelId: "ch_own" }, 3);
  const { body } = await limited("POST", "/v1/messages/cancel", { all: true });
  const own = async () => (await limited("GET", `/v1/messages/cancellations/${body.id}`)).body;
  await until(async () => (await own()).status === "done");
  expect(await own()).toMatchObject({ cancelled: 3 });
  const others = await cancel({ channel_id: waypost.channelId, dry_run: true });
  expect((await limited("GET", `/v1/messages/cancellations/${others.body.id}`)).status).toBe(404);
});

test("a step looks at so many messages, and what another transaction holds is looked at again", async () => {
  await pileUpMessages(waypost, 25);
  const key = { organizationId: waypost.organizationId, id: "can_steps" };
  const any = {
    channel_ids: null,
    conversation_id: null,
    contact_id: null,
    status: null,
    type: null,
    address: null,
  };
  await waypost.sql.begin(async (transaction) => {
    for (const id of [key.id, "can_later"]) {
      const filter = { ...any, created_after: null, created_before: null };
      await startCancellation(transaction, { ...key, id }, filter, false);
      // the steps are made here
      await transaction`select graphile_worker.remove_job(${`cancel_messages:${id}`})`;
    }
  });
  const step = () => stepCancellation(waypost.sql, key, 10);
  expect([await step(), await count("cancelled")]).toEqual(["step", 10]);
  await waypost.sql.begin(async (transaction) => {
    await transaction`
      select from lane_items
      where item_id = (select item_id from lane_items order by item_id offset 4 limit 1) for update`;
    expect([await step(), await count("cancelled")]).toEqual(["wait", 19]);
  });
  expect([await step(), await count("cancelled")]).toEqual(["nothing", 25]);
  expect(await record("can_later")).toMatchObject({ status: "running", matched: 0 });
});
