/** The chain goes on through all that Waypost itself does with the audit log. */
import { expect, test } from "bun:test";
import { hashOf, NO_HASH } from "../../../daemon/audit-chain/link.ts";
import { linkWaiting } from "../../../db/auth/audit-chain.ts";
import { forgetRecords } from "../../../db/maintenance/forget-records.ts";
import { sharedDatabase } from "../../support/shared-database.ts";
import { linkedLog } from "./log.ts";

const database = sharedDatabase();

const ZELDA = { contacts: ["ct_zelda"], stand_in: "ct_gone", stand_ins: {}, pattern: "ct_zelda|Zelda" };
const erase = (organization: string) =>
  database.sql`select erase_in_audit(${organization}, ${JSON.stringify(ZELDA)}::text::jsonb)`;
const linksOf = (organization: string, kind: string) =>
  database.sql`select from audit_links where organization_id = ${organization} and kind = ${kind}`;

test("an erased person leaves the log whole", async () => {
  const log = await linkedLog(database, 3);
  await erase(log.organization);
  await log.link();
  expect(await log.verify()).toMatchObject({ last: 6, entries: 3, wrong: null });
  expect(await linksOf(log.organization, "erasure")).toHaveLength(3);
});

test("nothing is left by which one could try out who was erased", async () => {
  const log = await linkedLog(database, 3);
  await erase(log.organization);
  const salted = await database.sql`
    select from audit_links where organization_id = ${log.organization} and kind = 'entry' and salt is not null`;
  expect(salted).toHaveLength(0);
});

test("an entry that is erased before it has its link is linked as it is left", async () => {
  const log = await linkedLog(database, 1);
  await log.write(1);
  await erase(log.organization);
  await log.link();
  expect(await log.verify()).toMatchObject({ last: 3, wrong: null });
});

test("old entries may go, and the log is whole without them", async () => {
  const log = await linkedLog(database, 2);
  await log.write(2, "2600 hours");
  await log.link();
  await forgetRecords(database.sql, { retention: 30, audit: 100 });
  expect(await log.verify()).toMatchObject({ last: 5, entries: 2, wrong: null });
});

test("entries that the retention left are missed when they are removed", async () => {
  const log = await linkedLog(database, 0);
  await log.write(2, "2600 hours");
  const [young] = await log.write(1, "2300 hours");
  await log.link();
  await forgetRecords(database.sql, { retention: 30, audit: 100 });
  await log.tamper(`delete from audit_log where organization_id = $1 and id = '${young}'`);
  expect((await log.verify()).wrong?.problem).toBe(`the entry ${young} was removed`);
});

/** Links as they were made so many days ago, of entries that were written then. */
async function oldLinks(organization: string, days: readonly number[]): Promise<void> {
  const { sql, admin } = database;
  let previous = NO_HASH;
  await admin`delete from audit_chains where organization_id = ${organization}`;
  for (const [index, ago] of days.entries()) {
    const created_at = new Date(Date.now() - ago * 24 * 3600_000).toISOString().replace("Z", "000Z");
    const link = {
      ...{ position: index + 1, kind: "entry" as const, entry_id: `aud_${index}`, recorded_at: created_at },
      ...{ fixed: NO_HASH, erasable: NO_HASH, salt: null, previous, created_at, hash: "" },
    };
    const hash = hashOf(organization, link);
    await sql`
      insert into audit_links (organization_id, position, kind, entry_id, recorded_at, fixed, erasable, previous, hash, created_at)
      values (${organization}, ${link.position}, 'entry', ${link.entry_id}, ${created_at}, decode(${NO_HASH}, 'hex'),
        decode(${NO_HASH}, 'hex'), decode(${previous}, 'hex'), decode(${hash}, 'hex'), ${created_at})`;
    previous = hash;
  }
  await sql`
    insert into audit_chains (organization_id, position, hash, linked_at)
    values (${organization}, ${days.length}, decode(${previous}, 'hex'), now() - interval '90 days')`;
}

test("old links go after their entries, but for the newest of them, and the log is whole without them", async () => {
  const log = await linkedLog(database, 0);
  await oldLinks(log.organization, [130, 120, 110]);
  await log.write(1, "2600 hours");
  await log.link();
  await forgetRecords(database.sql, { retention: 30, audit: 100 });
  await log.link();
  expect(await log.verify()).toMatchObject({ first: 3, last: 5, wrong: null });
});

test("two daemons that link at once link each entry once", async () => {
  const log = await linkedLog(database, 0);
  await log.write(1200);
  await Promise.all([log.link(), log.link(), log.link()]);
  await log.link();
  expect(await log.verify()).toMatchObject({ last: 1200, entries: 1200, wrong: null });
});

test("a daemon that is killed while it links leaves the chain as it was", async () => {
  const log = await linkedLog(database, 2);
  await log.write(3);
  const linking = linkWaiting(database.sql, log.organization, 500, async (transaction) => {
    const [own] = await transaction`select pg_backend_pid() as pid`;
    await database.admin`select pg_terminate_backend(${own?.pid})`;
    await transaction`select 1`;
  });
  expect(await linking.catch((cause) => cause)).toBeInstanceOf(Error);
  expect(await log.verify()).toMatchObject({ last: 2, wrong: null });
  await log.link();
  expect(await log.verify()).toMatchObject({ last: 5, entries: 5, wrong: null });
});

test("who writes an entry does not wait for who links", async () => {
  const log = await linkedLog(database, 1);
  await linkWaiting(database.sql, log.organization, 500, async () => {
    await log.write(1);
  });
  await log.link();
  expect(await log.verify()).toMatchObject({ last: 2, wrong: null });
});
