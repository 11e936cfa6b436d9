import { beforeAll, expect, test } from "bun:test";
import { newMessageId, timeOfMessageId } from "../../daemon/lib/ids.ts";
import { sendPiece } from "../../db/broadcasts/work.ts";
import { HOUR_MS, withClockAhead } from "../support/another-clock.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";
import {
  addNumber,
  createDraft,
  defineTemplate,
  ended,
  makePeople,
  makeTagged,
  sentTo,
  start,
} from "./support.ts";

const waypost = sharedDaemon();
beforeAll(async () => {
  await defineTemplate(waypost);
});

const countsOf = async (id: string) => (await waypost.call("GET", `/v1/broadcasts/${id}`)).body.counts;
const eventsOf = async (id: string) => {
  const rows = await waypost.sql<{ type: string; body: string }[]>`
    select type, body from events where type like 'broadcast.%' order by position, id`;
  return rows
    .map(({ type, body }) => ({ type, ...JSON.parse(body) }))
    .filter(({ broadcast_id }) => broadcast_id === id);
};

test("everybody in the audience gets it once, and the counts follow the statuses", async () => {
  await makeTagged(waypost, "all", 60);
  const id = await createDraft(waypost, { audience: { tags: { any: ["all"] } } });
  expect((await start(waypost, id)).status).toBe("running");
  const { status, counts } = await ended(waypost, id);
  expect([status, counts.audience, counts.waiting, counts.accepted]).toEqual(["completed", 60, 0, 0]);
  await until(async () => (await countsOf(id)).read === 60);
  expect([...(await sentTo(waypost, "1415556")).values()]).toEqual(Array.from({ length: 60 }, () => 1));
  const { body } = await waypost.call("GET", `/v1/messages?broadcast_id=${id}&limit=100`);
  expect(body.data).toHaveLength(60);
  expect(body.data[0]).toMatchObject({ broadcast_id: id, priority: "low", type: "template" });
  expect(body.data[0].author).toEqual({ kind: "broadcast", id, name: "Spring menu" });
  expect((await eventsOf(id)).map(({ type }) => type)).toEqual(["broadcast.started", "broadcast.completed"]);
});

test("who can't be written to is skipped, and failures have their reason", async () => {
  await makeTagged(waypost, "mixed", 3, "155500001");
  const [stopped = ""] = await makePeople(waypost, [
    { phone_number: "+14155570001", tags: ["mixed"] },
    { email: "nobody@example.com", tags: ["mixed"] },
    { phone_number: "+14155570003", tags: ["mixed"] },
  ]);
  const suppression = { channel: "whatsapp", reason: "complained" };
  await waypost.call("POST", `/v1/contacts/${stopped}/suppressions`, suppression);
  const id = await createDraft(waypost, { audience: { tags: { any: ["mixed"] } } });
  await start(waypost, id);
  await ended(waypost, id);
  await until(async () => (await countsOf(id)).failed === 3);
  expect(await countsOf(id)).toMatchObject({ audience: 6, skipped: 2, failed: 3 });
  const people = await waypost.sql<{ reason: string }[]>`
    select reason from broadcast_people where broadcast_id = ${id} and reason is not null order by reason`;
  expect(people.map(({ reason }) => reason)).toEqual([
    "no_address",
    ...Array.from({ length: 3 }, () => "recipient_unreachable"),
    "suppressed",
  ]);
});

test("until its time it is scheduled", async () => {
  const startsAt = new Date(Date.now() + HOUR_MS).toISOString();
  const id = await createDraft(waypost, { audience: { tags: { any: ["later"] } }, starts_at: startsAt });
  expect((await start(waypost, id)).status).toBe("scheduled");
  await waypost.call("POST", `/v1/broadcasts/${id}/cancel`);
});

test("the audience is who was in it at the start", async () => {
  await makeTagged(waypost, "frozen", 2, "141555801");
  const startsAt = new Date(Date.now() + 300).toISOString();
  const id = await createDraft(waypost, { audience: { tags: { any: ["frozen"] } }, starts_at: startsAt });
  await start(waypost, id);
  await ended(waypost, id);
  await makeTagged(waypost, "frozen", 1, "141555802");
  expect(await countsOf(id)).toMatchObject({ audience: 2 });
});

test("it begins at its time by the database's clock", async () => {
  await makeTagged(waypost, "behind", 1, "141555810");
  const startsAt = new Date(Date.now() + 300).toISOString();
  const id = await createDraft(waypost, { audience: { tags: { any: ["behind"] } }, starts_at: startsAt });
  await withClockAhead(-HOUR_MS, async () => {
    await start(waypost, id);
    await until(async () => (await eventsOf(id)).some(({ type }) => type === "broadcast.started"));
  });
  await ended(waypost, id);
});

test("the limit of people leaves the others out", async () => {
  await makeTagged(waypost, "limited", 5, "141555803");
  const id = await createDraft(waypost, { audience: { tags: { any: ["limited"] } }, limit: { people: 2 } });
  await start(waypost, id);
  await ended(waypost, id);
  expect(await countsOf(id)).toMatchObject({ audience: 5, skipped: 3 });
  expect((await sentTo(waypost, "141555803")).size).toBe(2);
});

test("several numbers of one account share the people", async () => {
  const second = await addNumber(waypost);
  await makeTagged(waypost, "shared", 40, "141555805");
  const channel_ids = [waypost.channelId, second];
  const shared = { channel_id: undefined, channel_ids, audience: { tags: { any: ["shared"] } } };
  const id = await createDraft(waypost, shared);
  await start(waypost, id);
  await ended(waypost, id);
  const sent = await sentTo(waypost, "141555805");
  expect([sent.size, Math.max(...sent.values())]).toEqual([40, 1]);
  const rows = await waypost.sql<{ channel_id: string; people: number }[]>`
    select channel_id, count(*) as people from broadcast_people where broadcast_id = ${id} group by channel_id`;
  expect(rows.map(({ channel_id }) => channel_id).sort()).toEqual(channel_ids.sort());
});

test("a draft that can't be started is refused before anything is sent", async () => {
  const template = { name: "nothing", language: "en_US" };
  const id = await createDraft(waypost, { template, audience: { filter: {} } });
  const { status, body } = await waypost.call("POST", `/v1/broadcasts/${id}/start`);
  expect([status, body.code]).toEqual([422, "template_not_found"]);
  const again = await waypost.call("POST", `/v1/broadcasts/${id}/pause`);
  expect([again.status, again.body.code]).toEqual([409, "wrong_state"]);
});

test("a person who has a message gets no second one, even if their piece is sent again", async () => {
  const { sql, organizationId, channelId } = waypost;
  const [contactId = ""] = await makeTagged(waypost, "again", 1, "141555806");
  const id = await createDraft(waypost, { audience: { tags: { any: ["again"] } } });
  await start(waypost, id);
  await ended(waypost, id);
  await sql`update broadcasts set status = 'running', ended_at = null where id = ${id}`;
  // alive for longer than the test: a lane of a daemon that is not there is freed
  await sql`insert into daemons (id, heartbeat_at) values ('dmn_again', now() + interval '1 hour')`;
  await sql`
    insert into lanes (organization_id, kind, lane_id, owner) values (${organizationId}, 'broadcast', ${id}, 'dmn_again')
    on conflict (organization_id, kind, lane_id) do update set owner = excluded.owner`;
  const [known] = await sql<{ content: string; address: string }[]>`
    select content, address from messages where broadcast_id = ${id}`;
  const messageId = newMessageId();
  const message = {
    ...{ n: 0, id: messageId, organization_id: organizationId, channel_id: channelId, conversation_id: null },
    ...{ address: known?.address ?? "", user_id: null, type: "template", content: known?.content ?? "" },
    ...{ media_ids: null, metadata: null, scheduled_at: null, ttl_seconds: null, priority: 0 },
    ...{ needs_window: false, addressed: true, created_at: timeOfMessageId(messageId).toISOString() },
    ...{ idempotency_key: null, fingerprint: null, response: "", contact_id: contactId, broadcast_id: id },
  };
  const piece = { messages: [message], skipped: [], pausedMs: 0 };
  expect(await sendPiece(sql, { organizationId, id }, "dmn_again", piece)).toBe(true);
  expect(await sql`select from messages where broadcast_id = ${id}`).toHaveLength(1);
});
