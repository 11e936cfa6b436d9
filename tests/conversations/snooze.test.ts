/** Conversations that are put off for a while. */
import { expect, test } from "bun:test";
import { endSnoozes } from "../../db/conversations/snoozes.ts";
import { eventsOf } from "../inbound/support.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";
import { hear, idsOf } from "./support.ts";

const waypost = sharedDaemon();

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
const patch = (id: string, body: object) => waypost.call("PATCH", `/v1/conversations/${id}`, body);
const shown = async (id: string) => (await waypost.call("GET", `/v1/conversations/${id}`)).body;
/** The statuses that events said a conversation has. */
const told = async (id: string) =>
  (await eventsOf(waypost))
    .filter(({ type, body }) => type === "conversation.updated" && body.conversation_id === id)
    .map(({ body }) => body.status);

test("a conversation opens again when its time has come, once, with one event", async () => {
  const id = await hear(waypost, "14155568001");
  const snoozed_until = inSeconds(1);
  const answer = await patch(id, { status: "snoozed", snoozed_until });
  expect(answer.body).toMatchObject({ status: "snoozed", snoozed_until });
  expect(await idsOf(waypost, "snoozed=true")).toEqual([id]);
  await until(async () => (await shown(id)).status === "open");
  expect(Date.now()).toBeGreaterThanOrEqual(new Date(snoozed_until).getTime());
  expect(await shown(id)).toMatchObject({ snoozed_until: null, unanswered: true });
  expect(await told(id)).toEqual(["open", "snoozed", "open"]);
  expect(await idsOf(waypost, "snoozed=true")).toEqual([]);
});

test("however many look at once, each conversation is opened by one of them", async () => {
  const ids: string[] = [];
  for (let nth = 0; nth < 5; nth++) ids.push(await hear(waypost, `1415556810${nth}`));
  await waypost.sql`
    update conversations set status = 'snoozed', snoozed_until = now() - interval '1 second' where id = any (${ids})`;
  await Promise.all(Array.from({ length: 8 }, () => endSnoozes(waypost.sql)));
  await until(async () => (await idsOf(waypost, "snoozed=true")).length === 0);
  for (const id of ids) expect(await told(id)).toEqual(["open", "open"]);
});

test("one that somebody is changing is left to them, and the others do not wait for it", async () => {
  const [held, free] = [await hear(waypost, "14155568201"), await hear(waypost, "14155568202")];
  const later = inSeconds(3600);
  await waypost.sql.begin(async (changing) => {
    await patch(held, { status: "snoozed", snoozed_until: inSeconds(4) });
    await changing`select from conversations where id = ${held} for no key update`;
    await patch(free, { status: "snoozed", snoozed_until: inSeconds(5) });
    await until(async () => (await shown(free)).status === "open");
    await changing`update conversations set snoozed_until = ${later} where id = ${held}`;
  });
  await endSnoozes(waypost.sql);
  expect(await shown(held)).toMatchObject({ status: "snoozed", snoozed_until: later });
  expect([await told(held), await told(free)]).toEqual([
    ["open", "snoozed"],
    ["open", "snoozed", "open"],
  ]);
});

test("who writes opens it before, and nothing happens at the time", async () => {
  const id = await hear(waypost, "14155568002");
  await patch(id, { status: "snoozed", snoozed_until: inSeconds(3600) });
  await hear(waypost, "14155568002");
  expect(await shown(id)).toMatchObject({ status: "open", snoozed_until: null });
});

test.each([
  [{ status: "closed" }, null],
  [{ status: "open" }, null],
  [{ status: "snoozed", snoozed_until: null }, null],
  [{ assignee_id: null }, "kept"],
  [{ status: "snoozed" }, "kept"],
])("%p of a snoozed one leaves %p", async (body, left) => {
  const id = await hear(waypost, "14155568003");
  const snoozed_until = inSeconds(3600);
  await patch(id, { status: "snoozed", snoozed_until });
  expect((await patch(id, body)).body.snoozed_until).toBe(left === "kept" ? snoozed_until : null);
});

test("another time is a change with an event, the same one is none", async () => {
  const id = await hear(waypost, "14155568004");
  const [first, second] = [inSeconds(3600), inSeconds(7200)];
  for (const snoozed_until of [first, first, second]) await patch(id, { status: "snoozed", snoozed_until });
  expect(await told(id)).toEqual(["open", "snoozed", "snoozed"]);
});

test.each([
  ["in the past", { status: "snoozed", snoozed_until: "2020-01-01T00:00:00Z" }, "in the past"],
  ["in years", { status: "snoozed", snoozed_until: inSeconds(367 * 24 * 3600) }, "more than a year"],
  ["that is no time", { status: "snoozed", snoozed_until: "tomorrow" }, "date-time"],
  ["of one that is closed", { status: "closed", snoozed_until: inSeconds(60) }, "status `snoozed`"],
  ["without a status", { snoozed_until: inSeconds(60) }, "status `snoozed`"],
])("a time %s is refused", async (_, body, words) => {
  const id = await hear(waypost, "14155568005");
  const { status, body: refusal } = await patch(id, body);
  expect([status, refusal.errors[0].path]).toEqual([422, "/snoozed_until"]);
  expect(JSON.stringify(refusal)).toContain(words);
  expect((await shown(id)).status).toBe("open");
});
