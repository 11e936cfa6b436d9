/** When an attempt is written down: once its outcome is known, its daemon is lost, or it may make a second copy. */
import { expect, test } from "bun:test";
import { claimLane } from "../../db/lanes/lanes.ts";
import { makePartitions } from "../../db/maintenance/maintenance.ts";
import { finishSends, startSends } from "../../db/messages/sends.ts";
import { pileUpMessages } from "../support/backlog.ts";
import { sharedDatabase } from "../support/shared-database.ts";

const database = sharedDatabase();
const channel = { organizationId: "org_test", channelId: "ch_test" };
const lane = { organizationId: "org_test", kind: "channel", laneId: "ch_test" } as const;
const NOTHING = { provider_message_id: null, error: null, retry_after: null, silent: false, result: null };

test("each attempt is written down once", async () => {
  const { sql } = database;
  await makePartitions(sql);
  await sql`
    insert into channels (organization_id, id, platform, status, name)
    values ('org_test', 'ch_test', 'whatsapp_official', 'connected', 'Test')`;
  await claimLane(sql, lane, "daemon");
  await pileUpMessages({ sql, ...channel }, 1);
  const [item] = await sql<{ item_id: string }[]>`select item_id from lane_items`;
  const message_id = item?.item_id ?? "";
  const start = (daemon: string) => startSends(sql, channel, daemon, [message_id]);
  const finish = (attempt: number, outcome: "sent" | "unknown") =>
    finishSends(sql, channel, [{ ...NOTHING, message_id, attempt, outcome }]);

  await start("daemon");
  expect(await attempts()).toEqual([]);
  // as when the daemon was cut off from the database
  await sql`update lanes set owner = null`;
  await claimLane(sql, lane, "another");
  expect(await attempts()).toEqual([{ attempt: 1, daemon: "daemon", doubled: false, outcome: null }]);
  await start("another");
  expect((await attempts())[1]).toEqual({ attempt: 2, daemon: "another", doubled: true, outcome: null });
  await finish(1, "unknown");
  await finish(2, "sent");
  // as when the answer to it was lost
  await finish(2, "sent");
  expect(await attempts()).toEqual([
    { attempt: 1, daemon: "daemon", doubled: false, outcome: "unknown" },
    { attempt: 2, daemon: "another", doubled: true, outcome: "sent" },
  ]);
});

async function attempts() {
  const rows = await database.sql`
    select attempt, daemon_id as daemon, possible_duplicate as doubled, outcome from message_attempts order by attempt`;
  return rows.map((row) => ({ ...row }));
}
