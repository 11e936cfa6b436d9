import { expect, test } from "bun:test";
import { openLookups } from "../../db/whatsapp-web/lookups.ts";
import { sharedDatabase } from "../support/shared-database.ts";

const database = sharedDatabase();

test("a number that is asked about many people takes no questions' places from another's", async () => {
  const ask = (channel: string, count: number, secondsAgo: number) => database.sql`
    insert into web_lookups (organization_id, channel_id, phone, asked_at)
    select 'org_shares', ${channel}, nth::text, now() - make_interval(secs => ${secondsAgo})
    from generate_series(1, ${count}::integer) as nth`;
  await ask("ch_loud", 100, 30);
  await ask("ch_quiet", 2, 1);
  const open = await openLookups(database.sql, ["ch_loud", "ch_quiet"], 50);
  const counts = Object.groupBy(open, ({ channel_id }) => channel_id);
  expect([counts.ch_loud?.length, counts.ch_quiet?.length]).toEqual([50, 2]);
});
