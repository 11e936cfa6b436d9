/** That all attempts to deliver an event are found, whenever they were made. */
import { expect, test } from "bun:test";
import { sharedDatabase } from "../support/shared-database.ts";

const database = sharedDatabase();

test("attempts made together with an event and later ones are found, and those of no other event", async () => {
  const { sql } = database;
  const [times] = await sql<{ now: string; next: string; later: string }[]>`
    select ulid_time(now()) as now, ulid_time(now() + interval '1 ms') as next, ulid_time(now() + interval '1 day') as later`;
  if (times === undefined) throw new Error("no time");
  const { now, next, later } = times;
  const event = `evt_${now}00000001AAAAAAAA`;
  const other = `evt_${now}00000002AAAAAAAA`;
  const attempts = [
    { id: `dlv_${now}0000000200000002`, event, trigger: "schedule" },
    { id: `dlv_${now}0000000300000003`, event, trigger: "manual" },
    { id: `dlv_${next}00000004AAAAAAAA`, event, trigger: "schedule" },
    { id: `dlv_${later}00000005AAAAAAAA`, event, trigger: "replay" },
  ];
  const others = [
    { id: `dlv_${now}0000000600000002`, event: other, trigger: "schedule" },
    { id: `dlv_${next}00000007AAAAAAAA`, event: other, trigger: "schedule" },
    { id: `dlv_${now}0000000800000008`, event, trigger: "schedule", organization: "org_2" },
  ];
  await sql`
    insert into deliveries (organization_id, id, endpoint_id, event_id, event_type, status, attempt, trigger, created_at)
    select coalesce(organization, 'org_1'), id, 'ep_1', event, 'message.new', 'succeeded', 1, trigger, now()
    from json_to_recordset(${JSON.stringify([...attempts, ...others])}::text::json)
      as made (id text, organization text, event text, trigger text)`;
  const found = await sql<
    { id: string }[]
  >`select id from deliveries_of_event('org_1', ${event}) order by id`;
  expect(found.map(({ id }) => id)).toEqual(attempts.map(({ id }) => id));
});
