/** An organisation that keeps less than the installation does. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect } from "../../db/connection/client.ts";
import { keepingLess } from "../../db/maintenance/kept.ts";
import { makePartitions } from "../../db/maintenance/maintenance.ts";
import { forgetOlder } from "../../db/maintenance/retention.ts";
import { startParties } from "../access/parties.ts";
import { createThings, type Party } from "../access/things.ts";
import { withClockAhead } from "../support/another-clock.ts";
import type { OwnDaemon } from "../support/daemon.ts";
import { forgetBefore } from "../support/forget-before.ts";
import { until } from "../support/until.ts";

let daemon: OwnDaemon;
let own: Party;
let foreign: Party;

beforeAll(async () => {
  ({ daemon, own, foreign } = await startParties());
});
afterAll(() => daemon.stop());

const DAY_MS = 24 * 3600_000;
const INSTALLATION = { retentionDays: 90, auditDays: 730 };

/** Sends a message, which makes events and their deliveries. */
async function sendTo(party: Party): Promise<void> {
  await createThings(party).ep();
  const content = {
    channel_id: party.channelId,
    to: "14155550123",
    type: "text",
    content: { body: "Hello" },
  };
  const { body } = await party.call("POST", "/v1/messages", content);
  while (
    !["sent", "delivered", "read"].includes((await party.call("GET", `/v1/messages/${body.id}`)).body.status)
  )
    await Bun.sleep(10);
}

async function kept({ sql, organizationId }: Party) {
  const [row] = await sql<Record<string, number>[]>`
    select (select count(*) from messages where organization_id = ${organizationId})::int as messages,
      (select count(*) from message_attempts where organization_id = ${organizationId})::int as attempts,
      (select count(*) from events where organization_id = ${organizationId})::int as events,
      (select count(*) from deliveries where organization_id = ${organizationId})::int as deliveries`;
  return row ?? {};
}

test("its own go, what waits to be sent and what others have stays", async () => {
  await sendTo(own);
  const waiting = await createThings(own).msg();
  await createThings(foreign).ep();
  await createThings(foreign).msg();
  await daemon.sql`update organizations set retention_days = 7 where organization_id = ${own.organizationId}`;
  const theirs = await kept(foreign);
  expect(Math.min(theirs.events ?? 0, theirs.deliveries ?? 0)).toBeGreaterThan(0);

  const later = new Date(Date.now() + 6 * DAY_MS);
  for (const one of await keepingLess(daemon.sql, INSTALLATION)) await forgetOlder(daemon.sql, one, later);
  expect((await kept(own)).messages).toBe(2);

  const muchLater = new Date(Date.now() + 8 * DAY_MS);
  const shorter = await keepingLess(daemon.sql, INSTALLATION);
  expect(shorter.map(({ organizationId }) => organizationId)).toEqual([own.organizationId]);
  for (const one of shorter) await forgetOlder(daemon.sql, one, muchLater);
  expect(await kept(own)).toEqual({ messages: 1, attempts: 0, events: 0, deliveries: 0 });
  expect((await own.call("GET", `/v1/messages/${waiting}`)).status).toBe(200);
  const { messages, events, deliveries } = await kept(foreign);
  expect([messages, (events ?? 0) >= (theirs.events ?? 0), deliveries !== 0]).toEqual([1, true, true]);
});

test("more than one batch of each goes", async () => {
  const { sql, organizationId } = own;
  await sql`
    insert into events (organization_id, id, type, body, created_at, position)
    select ${organizationId}, prefixed_id('evt'), 'contact.updated', '{}', now(), event_position(${organizationId})
    from generate_series(1, 2500)`;
  await forgetBefore(sql, organizationId, new Date(Date.now() + DAY_MS));
  expect((await kept(own)).events).toBe(0);
});

test("maintenance that is killed in the middle is finished by the next", async () => {
  const { sql, organizationId, channelId } = own;
  const ids = Array.from({ length: 2500 }, () => Bun.randomUUIDv7("hex", Date.now() - 2 * DAY_MS)).sort();
  await makePartitions(sql, new Date(Date.now() - 2 * DAY_MS));
  await sql`
    insert into messages (organization_id, id, channel_id, conversation_id, direction, type, status, content, status_history, created_at, updated_at)
    select ${organizationId}, id, ${channelId}, 'cv_none', 'inbound', 'text', 'delivered', '{}', '[]', now(), now()
    from unnest(${ids}::uuid[]) as one (id)`;
  const left = async () => (await sql`select from messages where id = any (${ids}::uuid[])`).length;
  const before = new Date(Date.now() - DAY_MS);
  await sql.begin(async (blocking) => {
    await blocking`select from messages where id = ${ids[1500] ?? ""} for update`;
    const dying = connect(daemon.databaseUrl, { max: 1 });
    const ended = forgetBefore(dying, organizationId, before).then(
      () => "done",
      () => "killed",
    );
    const killed = () => sql`
      select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and query like '%forget_of_channel%'`;
    await until(async () => (await killed()).length === 1);
    expect(await ended).toBe("killed");
    await dying.end();
  });
  expect(await left()).toBe(1500);
  await forgetBefore(sql, organizationId, before);
  expect(await left()).toBe(0);
});

test("what came in and could not be processed goes, too", async () => {
  const { sql, organizationId } = own;
  await sql`
    insert into provider_webhooks (provider, body, error, organization_id, received_at)
    select 'whatsapp_official', '{}', 'broken', ${organizationId}, now() - make_interval(days => age)
    from unnest(array[1, 3]) as age`;
  await forgetBefore(sql, organizationId, new Date(Date.now() - 2 * DAY_MS));
  expect((await sql`select from provider_webhooks where organization_id = ${organizationId}`).length).toBe(1);
});

test("a daemon whose clock is ahead lets nothing go early", async () => {
  await daemon.sql`update organizations set retention_days = 7 where organization_id = ${own.organizationId}`;
  const before = await kept(own);
  await withClockAhead(30 * DAY_MS, async () => {
    for (const one of await keepingLess(daemon.sql, INSTALLATION)) await forgetOlder(daemon.sql, one);
  });
  expect((await kept(own)).messages).toBe(before.messages);
});

test("one that would keep longer than the installation keeps as long as it", async () => {
  await daemon.sql`update organizations set retention_days = 365 where organization_id = ${own.organizationId}`;
  expect(await keepingLess(daemon.sql, INSTALLATION)).toEqual([]);
});
