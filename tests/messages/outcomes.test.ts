/** Each message of a batch has one outcome, whatever else is in the batch. */
import { beforeAll, expect, test } from "bun:test";
import { makePartitions } from "../../db/maintenance/maintenance.ts";
import { acceptMessages } from "../../db/messages/accept/accept.ts";
import type { AcceptInput } from "../../db/messages/accept/input.ts";
import { sharedDatabase } from "../support/shared-database.ts";
import { textInput } from "./text-input.ts";

const database = sharedDatabase();
beforeAll(async () => {
  await makePartitions(database.sql);
  await database.sql`
    insert into channels (organization_id, id, platform, status, name)
    select 'org_test', id, 'whatsapp_official', 'connected', 'Test' from unnest(array['ch_test', 'ch_other']) as id`;
});

const message = (address: string, more: Partial<AcceptInput> = {}) => textInput({ address, ...more });

/** The place of each outcome's message and the outcome, in the order of places. */
async function accept(...batch: AcceptInput[]) {
  const outcomes = await acceptMessages(database.sql, batch);
  return outcomes.map(({ n, outcome }) => [n, outcome]).sort();
}

test("of two with one idempotency key, the first is accepted", async () => {
  const key = { idempotency_key: "order-1" };
  const first = message("14155550101", { ...key, fingerprint: "first" });
  const second = message("14155550101", { ...key, fingerprint: "second" });
  expect(await accept(first, second, { ...first, id: Bun.randomUUIDv7() })).toEqual([
    [0, "accepted"],
    [1, "key_reused"],
    [2, "replayed"],
  ]);
});

test("one that may not be sent for two reasons is refused once", async () => {
  const refused = message("14155550102", { needs_window: true, media_ids: ["med_gone"] });
  expect(await accept(refused, message("14155550103"))).toEqual([
    [0, expect.stringMatching(/^(outside_service_window|media_not_found)$/)],
    [1, "accepted"],
  ]);
});

test("where nobody is suppressed, one to somebody who denied consent is refused", async () => {
  const to = "14155550104";
  await accept(message(to));
  await database.sql`
    insert into contact_consents (organization_id, contact_id, channel, state)
    select organization_id, contact_id, 'whatsapp', 'denied' from contact_identities where value = ${to}`;
  expect(await accept(message(to))).toEqual([[0, "suppressed_recipient"]]);
});

test("what is repeated within a batch counts once for an agent, and a refusal says when there is room", async () => {
  const guard = { recipients: "anyone", messages_per_hour: 1 } as const;
  const sent = (to: string, idempotency_key: string | null = null) =>
    message(to, { author: "key_agent", guard, idempotency_key, fingerprint: idempotency_key });
  const repeated = () => sent("14155550106", "agent-1");
  expect(await accept(repeated(), repeated())).toEqual([
    [0, "accepted"],
    [1, "replayed"],
  ]);
  const [refused] = await acceptMessages(database.sql, [sent("14155550107")]);
  const [usage] = await database.sql<{ again: string }[]>`
    select iso_time(minute + interval '1 hour') as again from agent_usage where key_id = 'key_agent'`;
  expect(JSON.parse(refused?.response ?? "null")).toMatchObject({ until: usage?.again });
});

test("a time to live counts from when the message is due", async () => {
  const later = message("14155550108", {
    scheduled_at: new Date(Date.now() + 3600_000).toISOString(),
    ttl_seconds: 60,
  });
  expect(await accept(later)).toEqual([[0, "accepted"]]);
  expect([
    ...(await database.sql`
      select extract(epoch from expires_at - due_at)::int as lives from lane_items where item_id = ${later.id}`),
  ]).toEqual([{ lives: 60 }]);
});

test("another channel's conversation is none of this one's", async () => {
  const to = "14155550105";
  const [other] = await acceptMessages(database.sql, [message(to, { channel_id: "ch_other" })]);
  const conversation_id = other?.conversation_id ?? "";
  expect(await accept(message(to, { conversation_id }))).toEqual([[0, "conversation_not_found"]]);
});
