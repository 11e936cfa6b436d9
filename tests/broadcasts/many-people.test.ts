/** That a step of a broadcast reads few of its people while the statistics know of none of them. */
import { expect, test } from "bun:test";
import {
  cancelPeople,
  completeBroadcast,
  nextPeople,
  type PieceMessage,
  readPace,
  recall,
  sendPiece,
} from "../../db/broadcasts/work.ts";
import { TIMES } from "../support/many-rows.ts";
import { watchedDatabase } from "../support/watched-database.ts";

const key = { organizationId: "org_test", id: "bc_test" };
const DAEMON = "daemon_test";
const PEOPLE = 40_000;
const ACCEPTED = 200;
const PIECE = 20;
/** Pages of a step that only reads. */
const FEW_PAGES = 50;
/** Of one that changes a piece: mostly those of the indexes in which it is written. */
const PIECE_PAGES = 1000;

/** Messages of people whose status is not followed yet. */
const sent: string[] = [];
const { database, watched } = watchedDatabase(async () => {
  const { sql } = database;
  const { organizationId, id } = key;
  await sql`alter table broadcast_people set (autovacuum_enabled = off)`;
  await sql`
    insert into broadcasts (organization_id, id, name, status, plan, channel_ids, audience_written_at)
    values (${organizationId}, ${id}, 'Many', 'running', '{}', '{ch_test}', now())`;
  await sql`
    insert into lanes (organization_id, kind, lane_id, owner)
    values (${organizationId}, 'broadcast', ${id}, ${DAEMON})`;
  await write(PEOPLE, "read");
  await write(ACCEPTED, "accepted");
  await write(PEOPLE, "waiting");
  const rows = await sql<{ id: string }[]>`
    insert into messages (organization_id, id, channel_id, conversation_id, direction, type, content, status,
      status_history, broadcast_id, created_at, updated_at)
    select organization_id, message_id, channel_id, contact_id, 'outbound', 'text', '{}', 'sent', '[]', broadcast_id,
      now(), now()
    from broadcast_people where status = 'accepted'
    returning id`;
  sent.push(...rows.map((row) => row.id));
});

const write = (count: number, status: string) => database.sql`
  insert into broadcast_people (organization_id, broadcast_id, contact_id, status, zone, channel_id, message_id)
  select ${key.organizationId}, ${key.id}, gen_random_uuid()::text, ${status}::text, 'Z',
    case when ${status}::text <> 'waiting' then 'ch_test' end,
    case when ${status}::text <> 'waiting' then uuid_bound(now() - n * interval '1 millisecond') end
  from generate_series(1, ${count}::integer) as n`;

/** A message with a file that is gone, so that nothing but its person changes. */
const messageFor = (contact_id: string, n: number): PieceMessage => ({
  ...{ n, contact_id, broadcast_id: key.id, organization_id: key.organizationId, id: crypto.randomUUID() },
  ...{ channel_id: "ch_test", conversation_id: null, address: "14155550100", type: "image", content: "{}" },
  ...{ media_ids: ["med_gone"], metadata: null, scheduled_at: null, needs_window: false, addressed: true },
  ...{ created_at: new Date().toISOString(), idempotency_key: null, fingerprint: null, response: "" },
});

async function sendNextPiece(): Promise<void> {
  const ids = await nextPeople(watched.sql, key, ["Z"], PIECE);
  const skipped = ids.slice(0, 5).map((contact_id) => ({ contact_id, reason: "no_address" }));
  const messages = ids.slice(5).map(messageFor);
  expect(await sendPiece(watched.sql, key, DAEMON, { messages, skipped, pausedMs: 0 })).toBe(true);
}

const followSome = () => watched.sql`
  select follow_broadcasts(array[${key.organizationId}], ${sent.splice(0, PIECE)}::uuid[])`;

const STEPS: [what: string, mostPages: number, step: () => Promise<unknown>][] = [
  // and those of the people who wait there
  ["how many wait in the lanes", FEW_PAGES + ACCEPTED, () => readPace(watched.sql, key)],
  ["who is next, and their messages", PIECE_PAGES, sendNextPiece],
  ["the results of some", PIECE_PAGES, followSome],
  ["whose hours are over", FEW_PAGES + ACCEPTED, () => recall(watched.sql, key, ["Y"])],
  ["whether it is over", FEW_PAGES, () => completeBroadcast(watched.sql, key)],
  ["who will get none after all", PIECE_PAGES, () => cancelPeople(watched.sql, key, PIECE)],
];

test.each(STEPS)("%s", async (_what, mostPages, step) => {
  // plans of functions are made at the first time
  await step();
  const plans = await watched.plansOf(async () => {
    for (let time = 0; time < TIMES; time++) await step();
  });
  expect(plans.length).toBeGreaterThan(0);
  expect(Math.max(...plans.map((plan) => plan.pages))).toBeLessThan(mostPages);
});
