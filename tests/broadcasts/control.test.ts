/** A running broadcast is stopped by people, by rules, and for a recipient by their STOP. */
import { beforeAll, expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { eventually, until } from "../support/until.ts";
import { control } from "../templates/support.ts";
import {
  createDraft,
  defineTemplate,
  ended,
  makeTagged,
  reached,
  sentTo,
  start,
  TEMPLATE,
} from "./support.ts";

const waypost = sharedDaemon();
beforeAll(async () => {
  await defineTemplate(waypost);
});

const change = async (id: string, verb: string) =>
  (await waypost.call("POST", `/v1/broadcasts/${id}/${verb}`)).body;
const record = async (id: string) => (await waypost.call("GET", `/v1/broadcasts/${id}`)).body;
const sum = ({ audience, replied: _, opted_out: __, ...states }: Record<string, number>) => ({
  audience,
  states: Object.values(states).reduce((one, other) => one + other, 0),
});
const audited = async (id: string) => {
  const rows = await waypost.sql<{ action: string }[]>`
    select action from audit_log where target_id = ${id} order by id`;
  return rows.map(({ action }) => action.replace("broadcast.", ""));
};
let prefixes = 1_415_600;

/** A broadcast that runs, to people of whom few have got it. */
async function running(more: object = {}, prefix = String(++prefixes), count = 200) {
  await makeTagged(waypost, prefix, count, prefix);
  const audience = { tags: { any: [prefix] } };
  const id = await createDraft(waypost, { audience, rate_per_second: 20, ...more });
  await start(waypost, id);
  await until(async () => (await sentTo(waypost, prefix)).size > 2);
  return { id, prefix };
}

test("a pause lets nothing more out, and after it everybody gets the message once", async () => {
  const { id, prefix } = await running({ rate_per_second: 50 });
  const { status, counts } = await change(id, "pause");
  expect(status).toBe("paused");
  const handed = counts.audience - counts.waiting;
  expect(counts.waiting).toBeGreaterThan(0);
  // what was handed over may still be on its way to the sandbox
  await until(async () => (await record(id)).counts.accepted === 0);
  expect((await sentTo(waypost, prefix)).size).toBe(handed);
  expect((await change(id, "resume")).status).toBe("running");
  await ended(waypost, id);
  const sent = await sentTo(waypost, prefix);
  expect([sent.size, Math.max(...sent.values())]).toEqual([200, 1]);
  expect(sum((await record(id)).counts)).toEqual({ audience: 200, states: 200 });
  expect(await audited(id)).toEqual(["created", "started", "paused", "resumed"]);
});

test("a cancelled broadcast writes to nobody else, and says whom it did not come to", async () => {
  const { id, prefix } = await running();
  expect((await change(id, "cancel")).status).toBe("cancelled");
  await until(async () => {
    const { counts } = await record(id);
    return counts.waiting === 0 && counts.accepted === 0;
  });
  const { counts } = await record(id);
  expect((await sentTo(waypost, prefix)).size).toBe(200 - counts.cancelled);
  expect(sum(counts)).toEqual({ audience: 200, states: 200 });
  expect((await change(id, "resume")).code).toBe("wrong_state");
  expect(await audited(id)).toEqual(["created", "started", "cancelled"]);
});

test("a person who says STOP while it runs gets nothing, even if their message waits already", async () => {
  const prefix = "1415700";
  const { id } = await running({ rate_per_second: 10 }, prefix, 60);
  const [last] = await waypost.sql<{ id: string; phone: string }[]>`
    select person.contact_id as id, contact.phone_number as phone from broadcast_people as person
    join contacts as contact on contact.id = person.contact_id
    where person.broadcast_id = ${id} and person.status = 'waiting' order by person.contact_id desc limit 1`;
  const from = last?.phone.slice(1) ?? "";
  await control(waypost, "inbound", { from, text: "STOP" });
  await eventually("suppression", async () => {
    const rows = await waypost.sql`select from suppressions where contact_id = ${last?.id ?? ""}`;
    return rows.length > 0;
  });
  await ended(waypost, id);
  expect((await sentTo(waypost, prefix)).get(from)).toBeUndefined();
  expect((await record(id)).counts).toMatchObject({ audience: 60, skipped: 1 });
});

test("a message that waits in its lane is cancelled for a person who may not be written to any more", async () => {
  await waypost.call("PATCH", `/v1/channels/${waypost.channelId}`, { settings: { paused: true } });
  const prefix = String(++prefixes);
  await makeTagged(waypost, prefix, 2, prefix);
  const id = await createDraft(waypost, { audience: { tags: { any: [prefix] } } });
  await start(waypost, id);
  await until(async () => (await record(id)).counts.accepted === 2);
  const [person] = await waypost.sql<{ id: string }[]>`
    select contact_id as id from broadcast_people where broadcast_id = ${id} limit 1`;
  await waypost.call("PUT", `/v1/contacts/${person?.id}/consent/whatsapp`, { state: "denied" });
  expect((await record(id)).counts).toMatchObject({ accepted: 1, skipped: 1 });
  await waypost.call("PATCH", `/v1/channels/${waypost.channelId}`, { settings: { paused: false } });
  await ended(waypost, id);
  expect((await sentTo(waypost, prefix)).size).toBe(1);
});

test("a pause takes back what waits in its lane, and each still gets it once", async () => {
  const pauseChannel = (paused: boolean) =>
    waypost.call("PATCH", `/v1/channels/${waypost.channelId}`, { settings: { paused } });
  await pauseChannel(true);
  const prefix = String(++prefixes);
  await makeTagged(waypost, prefix, 2, prefix);
  const id = await createDraft(waypost, { audience: { tags: { any: [prefix] } } });
  await start(waypost, id);
  await until(async () => (await record(id)).counts.accepted === 2);
  expect((await change(id, "pause")).counts).toMatchObject({ accepted: 0, waiting: 2 });
  const { body } = await waypost.call("GET", `/v1/messages?broadcast_id=${id}`);
  expect(body.data.map(({ status }: { status: string }) => status)).toEqual(["cancelled", "cancelled"]);
  await pauseChannel(false);
  await change(id, "resume");
  await ended(waypost, id);
  expect([...(await sentTo(waypost, prefix)).values()]).toEqual([1, 1]);
});

test("replies and opt-outs that follow are counted", async () => {
  const prefix = String(++prefixes);
  await makeTagged(waypost, prefix, 3, prefix);
  const id = await createDraft(waypost, { audience: { tags: { any: [prefix] } } });
  await start(waypost, id);
  await ended(waypost, id);
  const [first, second] = [...(await sentTo(waypost, prefix)).keys()];
  await control(waypost, "inbound", { from: first, text: "Thanks" });
  await control(waypost, "inbound", { from: second, text: "STOP" });
  await until(async () => (await record(id)).counts.opted_out === 1);
  expect((await record(id)).counts).toMatchObject({ replied: 2, opted_out: 1 });
});

test("so many failures among the last stop it, and it continues when it is resumed", async () => {
  const stop = { failed_percent: 50, of_last: 20 };
  const prefix = "155500001";
  const { id } = await running({ stop, rate_per_second: 40 }, prefix, 100);
  const { status, stopped_by, counts } = await ended(waypost, id);
  expect([status, stopped_by.rule]).toEqual(["stopped", "failed_percent"]);
  expect(counts.waiting).toBeGreaterThan(0);
  const [{ body = "{}" } = {}] = await waypost.sql<{ body: string }[]>`
    select body from events where type = 'broadcast.stopped' and body::json ->> 'broadcast_id' = ${id}`;
  expect(JSON.parse(body).stopped_by).toEqual(stopped_by);
  expect(await change(id, "resume")).toMatchObject({ status: "running", stopped_by: null });
});

test("so many refusals as too much marketing stop it", async () => {
  const stop = { marketing_refused_percent: 50, of_last: 20 };
  const { id } = await running({ stop, rate_per_second: 40 }, "155500020", 100);
  const { stopped_by } = await reached(waypost, id, "stopped");
  expect(stopped_by).toMatchObject({
    rule: "marketing_refused_percent",
    detail: expect.stringContaining("WhatsApp refused"),
  });
});

test("it stops when the quality of its number falls", async () => {
  const { id } = await running({ stop: { quality: "YELLOW" } });
  await waypost.sql`update channels set quality_rating = 'RED' where id = ${waypost.channelId}`;
  await waypost.sql`select pg_notify('waypost_channel_changed', ${waypost.channelId})`;
  const { stopped_by, counts } = await reached(waypost, id, "stopped");
  expect(stopped_by.rule).toBe("quality");
  expect(counts.waiting).toBeGreaterThan(0);
  await waypost.sql`update channels set quality_rating = 'GREEN' where id = ${waypost.channelId}`;
  await waypost.sql`select pg_notify('waypost_channel_changed', ${waypost.channelId})`;
});

test("it stops when Meta pauses its template", async () => {
  await defineTemplate(waypost, "soon_paused");
  const { id } = await running({ template: { ...TEMPLATE, name: "soon_paused" } });
  await control(waypost, "templates/status", { name: "soon_paused", language: "en_US", event: "PAUSED" });
  const { stopped_by } = await reached(waypost, id, "stopped");
  expect(stopped_by.rule).toBe("template");
  expect(stopped_by.detail).toContain("is paused, not approved");
});

test("outside of its hours it waits, and takes back what is not sent", async () => {
  const prefix = String(++prefixes);
  await makeTagged(waypost, prefix, 3, prefix);
  const audience = { tags: { any: [prefix] } };
  const hour = new Date().getUTCHours();
  const pad = (value: number) => String(value).padStart(2, "0");
  const [from, to] = hour < 12 ? [14, 20] : [2, 8];
  const window = { from: `${pad(from)}:00`, to: `${pad(to)}:00`, zone: "UTC" };
  const id = await createDraft(waypost, { audience, window });
  await start(waypost, id);
  const isWritten = async () => (await record(id)).counts.waiting === 3;
  await until(isWritten);
  const due = async () => {
    const rows =
      await waypost.sql`select from lane_items where item_id = ${id} and due_at > now() + interval '1 hour'`;
    return rows.length > 0;
  };
  await until(due);
  expect((await sentTo(waypost, prefix)).size).toBe(0);
  await change(id, "cancel");
});
