/** That what is read of several tables finds the rows of each by their ids, however many there are. */
import { beforeAll, expect, test } from "bun:test";
import { listPeople } from "../../db/broadcasts/people.ts";
import { findList } from "../../db/crm/lists.ts";
import { forgetImports } from "../../db/imports/imports.ts";
import { expiredMedia } from "../../db/media/media.ts";
import { daysAgo, TIMES } from "../support/many-rows.ts";
import { watchedDatabase } from "../support/watched-database.ts";

const ORGANIZATION = "org_joined";
const ROWS = 20_000;
/** As many rows as each statement has to find. */
const FOUND = 100;
/** A few for each row that is found. */
const MOST_PAGES = 1500;

const { database, watched } = watchedDatabase(makeRows);
beforeAll(async () => {
  // as in our own sessions: where an index can lead, it does
  await watched.sql`set enable_seqscan = off`;
});

/** A hundred of each thing share many parts; the queries ask for those of the first. */
async function makeRows(): Promise<void> {
  const { sql } = database;
  const each = sql`generate_series(1, ${ROWS}::integer) as n`;
  const few = sql`generate_series(1, ${FOUND}::integer) as n`;
  const idOf = (prefix: string, n = sql`n`) => sql`${prefix}::text || '_' || lpad((${n})::text, 26, '0')`;
  const ofFew = (prefix: string) => idOf(prefix, sql`1 + n % ${FOUND}::integer`);
  await sql`
    insert into contacts (organization_id, id, name) select ${ORGANIZATION}, ${idOf("ct")}, 'Name' from ${each}`;
  await sql`
    insert into broadcasts (organization_id, id, name, status, channel_ids, plan, updated_at)
    select ${ORGANIZATION}, ${idOf("bc")}, 'Name', case n when 1 then 'draft' else 'running' end, '{}', '{}', ${daysAgo(90)} from ${few}`;
  await sql`
    insert into broadcast_people (organization_id, broadcast_id, contact_id, status)
    select ${ORGANIZATION}, ${ofFew("bc")}, ${idOf("ct")}, 'waiting' from ${each}`;
  await sql`
    insert into crm_lists (organization_id, id, name) select ${ORGANIZATION}, ${idOf("lst")}, 'Name' || n from ${few}`;
  await sql`
    insert into crm_list_entries (organization_id, list_id, record_id)
    select ${ORGANIZATION}, ${ofFew("lst")}, ${idOf("ct")} from ${each}`;
  await sql`
    insert into imports (organization_id, id, status, format, encoding, dry_run, on_error, settings, place_offset,
      place_line, created_at, finished_at)
    select ${ORGANIZATION}, ${idOf("imp")}, 'completed', 'csv', 'utf-8', false, 'skip', '{}', 0, 1, at, at
    from ${few} cross join lateral (select case n when 1 then ${daysAgo(90)}::timestamptz else now() end as at) as made`;
  await sql`
    insert into import_contacts (organization_id, import_id, contact)
    select ${ORGANIZATION}, ${ofFew("imp")}, ${idOf("ct")} from ${each}`;
  await sql`
    insert into import_refusals (organization_id, import_id, line, code, detail, record)
    select ${ORGANIZATION}, ${ofFew("imp")}, n, 'invalid', 'wrong', '{}' from ${each}`;
  await sql`
    insert into media (organization_id, id, kind, direction, status, created_at)
    select ${ORGANIZATION}, ${idOf("med")}, 'image', 'outbound', 'stored', ${daysAgo(90)} from ${few}`;
  await sql`
    insert into lane_items (organization_id, kind, lane_id, item_id, order_key, due_at, media_ids)
    select ${ORGANIZATION}, 'channel', 'ch_1', gen_random_uuid()::text, '', now(), array[${idOf("med", sql`n + ${FOUND}`)}] from ${each}`;
  await sql`vacuum analyze`;
}

/** A statement is planned for its values the first times, and then for any values. */
async function expectFoundById(read: () => Promise<unknown>, most: number, times = TIMES): Promise<void> {
  const plans = await watched.plansOf(async () => {
    for (let time = 0; time < times; time++) await read();
  });
  expect(plans.length).toBeGreaterThan(0);
  expect(plans.flatMap((plan) => plan.readWhole)).toEqual([]);
  expect(Math.max(...plans.map((plan) => plan.pages))).toBeLessThan(most);
}

test("the contacts of a broadcast's people", async () => {
  const key = { organizationId: ORGANIZATION, id: `bc_${"1".padStart(26, "0")}` };
  await expectFoundById(
    async () => expect(await listPeople(watched.sql, key, {}, null, FOUND)).toHaveLength(FOUND),
    MOST_PAGES,
  );
});

test("how many are on a list", async () => {
  await expectFoundById(() => findList(watched.sql, ORGANIZATION, `lst_${"1".padStart(26, "0")}`), 50);
});

test("whether messages wait that need a file", async () => {
  await expectFoundById(
    async () => expect(await expiredMedia(watched.sql, { before: daysAgo(30) }, FOUND)).toHaveLength(FOUND),
    MOST_PAGES,
  );
});

test("the rows of forgotten imports", async () => {
  await expectFoundById(() => forgetImports(watched.sql, 30), MOST_PAGES, 1);
});
