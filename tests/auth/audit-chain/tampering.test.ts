/** Whoever may write to the database, past every trigger, can't change the audit log without being noticed. */
import { expect, test } from "bun:test";
import { sharedDatabase } from "../../support/shared-database.ts";
import { linkedLog } from "./log.ts";

const database = sharedDatabase();

const OF_THIRD =
  "organization_id = $1 and id = (select entry_id from audit_links where organization_id = $1 and position = 3)";

test("a log that nobody tampered with is whole", async () => {
  const log = await linkedLog(database, 5);
  expect(await log.verify()).toMatchObject({ first: 1, last: 5, entries: 5, wrong: null });
});

test.each<[string, string[]]>([
  ["what was done is changed", [`update audit_log set action = 'key.read' where ${OF_THIRD}`]],
  ["what was changed is changed", [`update audit_log set changes = '{}' where ${OF_THIRD}`]],
  ["the target is changed", [`update audit_log set target_id = null where ${OF_THIRD}`]],
  [
    "the time is changed",
    [`update audit_log set created_at = created_at - interval '1 day' where ${OF_THIRD}`],
  ],
  ["an entry is removed", [`delete from audit_log where ${OF_THIRD}`]],
  [
    "its link is changed",
    [
      "update audit_links set created_at = created_at - interval '1 hour' where organization_id = $1 and position = 3",
    ],
  ],
  [
    "it is emptied as if somebody had been erased",
    [
      `update audit_log set changes = '{"erased": true}' where ${OF_THIRD}`,
      "update audit_links set salt = null where organization_id = $1 and position = 3",
    ],
  ],
])("where %s, the entry is named", async (_, statements) => {
  const log = await linkedLog(database, 5);
  await log.tamper(...statements);
  expect((await log.verify()).wrong).toMatchObject({ position: 3 });
});

test("a removed link is named", async () => {
  const log = await linkedLog(database, 5);
  await log.tamper("delete from audit_links where organization_id = $1 and position = 3");
  expect((await log.verify()).wrong).toEqual({ position: 4, problem: "the link 3 is missing" });
});

test("links that changed places are named", async () => {
  const log = await linkedLog(database, 5);
  await log.tamper(
    "update audit_links set position = -position where organization_id = $1 and position in (2, 3)",
    "update audit_links set position = 5 + position where organization_id = $1 and position < 0",
  );
  expect((await log.verify()).wrong?.position).toBe(2);
});

test("an entry that was written past the chain is named", async () => {
  const log = await linkedLog(database, 2);
  await log.tamper(`
    insert into audit_log (organization_id, id, action, actor_type, target_type)
    values ($1, 'aud_0', 'key.created', 'command', 'key')`);
  expect((await log.verify()).wrong?.problem).toBe("the entry aud_0 was written past the chain");
});

test("removed beginnings are noticed", async () => {
  const log = await linkedLog(database, 5);
  await log.tamper(
    `delete from audit_log where ${OF_THIRD.replace("= 3", "= 1")}`,
    "delete from audit_links where organization_id = $1 and position = 1",
  );
  expect((await log.verify()).wrong?.problem).toContain("links before it were removed");
});

/** All that somebody with the database can do: the entry is gone, and the chain is made anew around it. */
const MADE_ANEW = [
  `delete from audit_log where ${OF_THIRD}`,
  "delete from audit_links where organization_id = $1",
  "update audit_chains set position = 0, hash = decode(repeat('00', 32), 'hex') where organization_id = $1",
  "insert into audit_waiting select organization_id, id from audit_log where organization_id = $1",
  "select link_audit($1, 100)",
];

test("a chain that was made anew is not what was signed", async () => {
  const log = await linkedLog(database, 5);
  await log.tamper(...MADE_ANEW);
  expect((await log.verify()).wrong?.problem).toContain("the newest links are gone");
});

test("a chain that was made anew is not signed again", async () => {
  const log = await linkedLog(database, 5);
  const before = await log.head();
  await log.tamper(...MADE_ANEW);
  await log.write(3);
  await log.link();
  expect(await log.head()).toEqual(before);
  expect((await log.verify()).wrong?.problem).toContain("has another hash");
});

test("a head in the database that the installation did not sign is noticed", async () => {
  const log = await linkedLog(database, 5);
  await log.tamper(
    ...MADE_ANEW,
    "update audit_chains set signed_position = position, signed_hash = hash where organization_id = $1",
  );
  expect((await log.verify()).wrong?.problem).toContain("not signed by this installation");
});

test("removed newest entries are found by a head that was noted, wherever the signed one was put back", async () => {
  const log = await linkedLog(database, 3);
  const { sql } = database;
  const [early] = await sql`select * from audit_chains where organization_id = ${log.organization}`;
  await log.write(2);
  await log.link();
  const noted = await log.head();
  await log.tamper(
    "delete from audit_log where organization_id = $1 and id in (select entry_id from audit_links where organization_id = $1 and position > 3)",
    "delete from audit_links where organization_id = $1 and position > 3",
    "delete from audit_chains where organization_id = $1",
  );
  await sql`insert into audit_chains ${sql(early ?? {})}`;
  expect((await log.verify()).wrong).toBeNull();
  expect((await log.verify(noted)).wrong?.problem).toContain("the newest links are gone");
});
