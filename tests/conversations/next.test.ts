/** Taking the conversation that waits longest: each goes to one person. */
import { beforeEach, expect, test } from "bun:test";
import { caller, makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";
import { answer, hear, idsOf, newUser } from "./support.ts";

const waypost = sharedDaemon();

beforeEach(async () => {
  await waypost.sql`update conversations set status = 'closed', waiting_since = null`;
});

type Who = { call: typeof waypost.call };
const next = ({ call }: Who, body: object = {}) => call("POST", "/v1/conversations/next", body);
const patch = (id: string, body: object) => waypost.call("PATCH", `/v1/conversations/${id}`, body);

test("the open conversation that waits longest is mine, and then the one behind it", async () => {
  const me = await newUser(waypost);
  const later = await hear(waypost, "14155567001", 10);
  const first = await hear(waypost, "14155567002", 90);
  const answered = await hear(waypost, "14155567003", 200);
  await answer(waypost, answered);
  await patch(await hear(waypost, "14155567004", 200), { status: "snoozed" });
  await patch(await hear(waypost, "14155567005", 200), { assignee_id: me.id });
  const taken = await next(me);
  expect(taken).toMatchObject({ status: 200, body: { id: first, assignee_id: me.id, unanswered: true } });
  expect((await next(me)).body.id).toBe(later);
  const nobody = await next(me);
  expect(nobody).toMatchObject({ status: 404, body: { code: "nobody_waits" } });
  expect(nobody.body.detail).toContain("nobody waits for an answer");
});

test("only those of a holder are taken, and of no other status than open", async () => {
  const me = await newUser(waypost);
  const ours = await hear(waypost, "14155567081", 90);
  const agents = await hear(waypost, "14155567082", 10);
  await waypost.sql`update conversations set handled_by = 'agent' where id = ${agents}`;
  expect((await next(me, { status: "closed" })).status).toBe(422);
  expect((await next(me, { handled_by: "nobody" })).status).toBe(422);
  expect((await next(me, { handled_by: "agent", status: "open" })).body.id).toBe(agents);
  expect((await next(me, { handled_by: "agent" })).status).toBe(404);
  expect((await next(me, { handled_by: "business" })).body.id).toBe(ours);
});

test("who opted out is not handed out, and is said to be", async () => {
  const me = await newUser(waypost);
  const gone = await hear(waypost, "14155567085", 90);
  const marketing = await hear(waypost, "14155567086", 10);
  const suppress = async (id: string, reason: string) => {
    const { contact_id } = (await waypost.call("GET", `/v1/conversations/${id}`)).body;
    const body = { channel: "whatsapp", reason };
    expect((await waypost.call("POST", `/v1/contacts/${contact_id}/suppressions`, body)).status).toBe(201);
    return (await waypost.call("GET", `/v1/conversations/${id}`)).body.suppressed;
  };
  expect(await suppress(gone, "opted_out")).toBe("opted_out");
  expect(await suppress(marketing, "marketing_stopped")).toBe("marketing_stopped");
  expect((await next(me)).body).toMatchObject({ id: marketing, suppressed: "marketing_stopped" });
  expect((await next(me)).status).toBe(404);
});

const ENDS = { never: null, later: new Date(Date.now() + 3600_000), ended: new Date(0) };
type End = keyof typeof ENDS;
test.each<[reason: string | null, until: End, denied: End | null, shown: string | null]>([
  ["marketing_stopped", "never", "never", "consent_denied"],
  ["opted_out", "never", "never", "opted_out"],
  ["complained", "later", null, "complained"],
  ["complained", "ended", null, null],
  [null, "never", "later", "consent_denied"],
  ["marketing_stopped", "never", "ended", "marketing_stopped"],
])("what holds back everything is shown first: %p (ends: %s), denied (ends: %p): %p", async (...row) => {
  const [reason, until, denied, shown] = row;
  const id = await hear(waypost, `1415556709${String(++people)}`);
  const [known] = await waypost.sql<{ contact_id: string }[]>`
    select contact_id from conversations where id = ${id}`;
  const of = { organization_id: waypost.organizationId, contact_id: known?.contact_id, channel: "whatsapp" };
  if (reason !== null)
    await waypost.sql`insert into suppressions ${waypost.sql({ ...of, reason, until: ENDS[until] })}`;
  const consent = { ...of, state: "denied", expires_at: denied && ENDS[denied] };
  if (denied !== null) await waypost.sql`insert into contact_consents ${waypost.sql(consent)}`;
  expect((await waypost.call("GET", `/v1/conversations/${id}`)).body.suppressed).toBe(shown);
  const isHandedOut = shown === null || shown === "marketing_stopped";
  expect((await next(await newUser(waypost))).status).toBe(isHandedOut ? 200 : 404);
});
let people = 0;

test("it is announced as any other assignment", async () => {
  const me = await newUser(waypost);
  const id = await hear(waypost, "14155567011");
  await next(me);
  const [told] = await waypost.sql`
    select body from events where type = 'conversation.updated' and body like ${`%${id}%`} order by id desc limit 1`;
  expect(JSON.parse(told?.body)).toMatchObject({ conversation_id: id, assignee_id: me.id });
});

test("many who ask at once get one each, and as many as wait", async () => {
  const users = await Promise.all(Array.from({ length: 6 }, () => newUser(waypost)));
  const waiting: string[] = [];
  for (let nth = 0; nth < 20; nth++) waiting.push(await hear(waypost, `141555671${10 + nth}`, 100 - nth));
  const asked = await Promise.all(Array.from({ length: 30 }, (_, nth) => next(users[nth % 6] as Who)));
  const given = asked.filter(({ status }) => status === 200).map(({ body }) => body.id);
  expect(given.toSorted()).toEqual(waiting.toSorted());
  expect(asked.filter(({ status }) => status === 404)).toHaveLength(10);
  for (const { status, body } of asked)
    if (status === 200)
      expect((await waypost.call("GET", `/v1/conversations/${body.id}`)).body.assignee_id).toBe(
        body.assignee_id,
      );
});

test("one that somebody is reading is not passed over when no other waits", async () => {
  const me = await newUser(waypost);
  const id = await hear(waypost, "14155567021");
  let taken: ReturnType<typeof next> | undefined;
  await waypost.sql.begin(async (held) => {
    await held`select from conversations where id = ${id} for no key update`;
    taken = next(me);
    await until(async () => (await blocked()) > 0);
  });
  expect((await taken)?.body.id).toBe(id);
});

const blocked = async () =>
  (
    await waypost.sql`
      select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  ).length;

test("with an idempotency key, the same one comes again", async () => {
  const me = await newUser(waypost);
  await hear(waypost, "14155567031");
  await hear(waypost, "14155567032");
  const key = { "idempotency-key": crypto.randomUUID() };
  const give = () => waypost.call("POST", "/v1/conversations/next", { assignee_id: me.id }, key);
  const [first, again] = [await give(), await give()];
  expect(again.body.id).toBe(first.body.id);
  expect(await idsOf(waypost, "status=open&assignee_id=none")).toHaveLength(1);
});

test("only what the filter leaves is taken, on channels that the caller may use", async () => {
  const me = await newUser(waypost);
  const tagged = await hear(waypost, "14155567041", 5);
  const plain = await hear(waypost, "14155567042", 50);
  await waypost.call("POST", `/v1/conversations/${tagged}/tags`, { name: "vip" });
  const others = { call: caller(waypost.url, await makeKey(waypost, ["messages:send"], ["ch_other"])) };
  expect((await next(others, { assignee_id: me.id })).status).toBe(404);
  expect((await next(me, { channel_id: "ch_other" })).status).toBe(404);
  expect((await next(me, { tag: "vip" })).body.id).toBe(tagged);
  expect((await next(me, { q: "14155567041" })).status).toBe(404);
  expect((await next(me, { q: "14155567042" })).body.id).toBe(plain);
});

test.each([
  [{}, "give a user's id"],
  [{ assignee_id: crypto.randomUUID() }, "no such user"],
])("a key has to say who gets it: %p", async (body, words) => {
  await hear(waypost, "14155567051");
  const refused = await next(waypost, body);
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ path: "/assignee_id" }] } });
  expect(JSON.stringify(refused.body)).toContain(words);
});
