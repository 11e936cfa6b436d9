/** A restriction of a channel ends by the database's clock, whatever the time of this machine. */
import { afterEach, expect, setSystemTime, test } from "bun:test";
import { createRestrictions } from "../../daemon/messages/lane/restrictions.ts";
import type { SendEnd } from "../../daemon/messages/lane/send-end.ts";
import { findChannel } from "../../db/channels/channels.ts";
import type { NewRestriction } from "../../db/channels/restrictions.ts";
import type { DueSend } from "../../db/messages/sends.ts";
import { sharedDatabase } from "../support/shared-database.ts";

const HOUR = 3600_000;
const key = { organizationId: "org", channelId: "ch" };
const database = sharedDatabase();
afterEach(() => {
  setSystemTime();
});

const row = { type: "text", conversation_id: "cv" } as DueSend;
const refusal = (end: { until: Date } | { lastsMs: number }) => {
  const restriction: NewRestriction = { scope: "person", conversation_id: "cv", reason: "refused", ...end };
  return { restriction } as SendEnd;
};

test.each([
  ["ahead", 5 * HOUR],
  ["behind", -5 * HOUR],
])("a clock that is %s ends no hold early or late", async (_how, wrong) => {
  const { sql } = database;
  await sql`delete from channels`;
  await sql`
    insert into channels (organization_id, id, platform, status, name)
    values ('org', 'ch', 'whatsapp_unofficial', 'connected', 'Paired')`;
  setSystemTime(new Date(Date.now() + wrong));
  const restrictions = createRestrictions(sql, key);
  await restrictions.note([refusal({ lastsMs: HOUR })]);
  expect(hoursOf(restrictions.holdOf(row))).toBe(1);

  const channel = await findChannel(sql, "org", "ch");
  if (channel === null) throw new Error("the channel is gone");
  const others = createRestrictions(sql, key);
  await others.refresh(channel);
  expect(hoursOf(others.holdOf(row))).toBe(1);
});

function hoursOf(hold: { wait: number } | null): number | null {
  return hold === null ? null : Math.round(hold.wait / HOUR);
}
