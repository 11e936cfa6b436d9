/** That what is due is found by its key, whether statistics lack or say that the tables are small. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Queryable, Sql } from "../../db/connection/client.ts";
import { peekDeliveries } from "../../db/webhooks/deliveries.ts";
import { type LaneFixture, startLaneFixture } from "./lane-fixture.ts";

const EVENTS = 1000;
const LIMIT = 20;
/** More than after which Postgres keeps one plan for all. */
const LOOKS = 10;

let fixture: LaneFixture;
let endpointId: string;

beforeAll(async () => {
  fixture = await startLaneFixture();
  ({ id: endpointId } = await fixture.endpoint({ url: "https://x.test/" }));
  await fixture.emit(
    "message.new",
    Array.from({ length: EVENTS }, (_, nth) => `{"n":${nth}}`),
  );
});
afterAll(() => fixture.stop());

test.each(["lack", "are of a small table"])(
  "what is due is looked up by key while statistics %s",
  async (how) => {
    if (how !== "lack") await fixture.sql`analyze`;
    const read = await fixture.sql.begin(async (transaction) => {
      const before = await rowsRead(transaction);
      for (let nth = 0; nth < LOOKS; nth++) await look(transaction as Queryable as Sql);
      return (await rowsRead(transaction)) - before;
    });
    expect(read).toBeLessThanOrEqual(4 * LIMIT * LOOKS);
  },
);

async function look(sql: Sql): Promise<void> {
  const key = { organizationId: fixture.organizationId, endpointId };
  const due = await peekDeliveries(sql, key, fixture.daemonId, ["dlv_1"], LIMIT);
  expect(due).toHaveLength(LIMIT);
}

/** Of deliveries, events and what waits, by this session. */
async function rowsRead(transaction: Queryable): Promise<number> {
  const [read] = await transaction<{ rows: number }[]>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as rows from pg_stat_xact_user_tables
    where relname like any (array['deliveries\\_%', 'events\\_%', 'lane\\_items'])`;
  return read?.rows ?? Number.NaN;
}
