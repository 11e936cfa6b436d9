/** What files that share a daemon find in its database: nothing of the files before. */
import { expect, test } from "bun:test";
import { GRAPH_VERSIONS, graphVersion } from "../support/graph-version.ts";
import { EMPTIED, KEPT, sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();

test("a table that no organisation's rows are in is named as kept between files, or as emptied", async () => {
  const tables = await waypost.sql<{ name: string }[]>`
    select oid::regclass::text as name from pg_class
    where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
      and not exists (
        select from pg_attribute where attrelid = pg_class.oid and attname = 'organization_id' and not attisdropped
      )`;
  expect(tables.map(({ name }) => name).toSorted()).toEqual([...KEPT, ...EMPTIED].toSorted());
});

test("there is one organisation, with one channel, whose daemon calls the version of this file", async () => {
  const [counts] = await waypost.sql`
    select (select count(*) from organizations) as organizations, (select count(*) from channels) as channels,
      (select count(*) from messages) as messages, (select count(*) from contacts) as contacts`;
  expect(counts).toEqual({ organizations: 1, channels: 1, messages: 0, contacts: 0 });
  expect(GRAPH_VERSIONS).toContain(graphVersion() as (typeof GRAPH_VERSIONS)[number]);
  expect(waypost.config.graphUrl).toEndWith(graphVersion());
});
