/** The lane of a paired number is for the daemon that holds its session, which hears of new work without any job. */
import { expect, test } from "bun:test";
import { WEB_LANE_CHANNEL } from "../../db/whatsapp-web/sessions.ts";
import { sharedDatabase } from "../support/shared-database.ts";
import { until } from "../support/until.ts";

const organizationId = "org_test";
const kind = "channel";
const database = sharedDatabase();

async function wakeHeldFor(laneId: string, seconds: number): Promise<void> {
  await database.sql`
    insert into web_sessions (organization_id, channel_id, data_key, owner, lease_until)
    values (${organizationId}, ${laneId}, '', 'dmn_gateway', now() + make_interval(secs => ${seconds}))`;
  await database.sql`select wake_lane(${organizationId}, ${kind}, ${laneId})`;
}

test("a sleeping lane wakes its gateway, as long as that has a lease", async () => {
  const heard: unknown[] = [];
  const listening = await database.sql.listen(WEB_LANE_CHANNEL, (lane) => heard.push(JSON.parse(lane)));
  await wakeHeldFor("ch_lost", -1);
  await wakeHeldFor("ch_held", 60);
  await until(() => heard.length > 0);
  expect(heard).toEqual([{ organizationId, kind, laneId: "ch_held", daemon: "dmn_gateway" }]);
  await listening.unlisten();
});
