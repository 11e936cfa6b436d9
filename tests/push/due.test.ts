/** Whose browsers are looked after, and how many at a time. */
import { beforeEach, expect, test } from "bun:test";
import { takeDuePushes } from "../../db/push/subscriptions.ts";
import { sharedDatabase } from "../support/shared-database.ts";

const database = sharedDatabase();

/** So many logins of one user, each with a browser. */
async function subscribe(organization: string, count: number): Promise<void> {
  const { sql } = database;
  const user = Bun.randomUUIDv7();
  await sql`
    insert into users (organization_id, id, email, password_hash)
    values (${organization}, ${user}, ${`${user}@example.com`}, 'none')`;
  await sql`
    insert into login_sessions (organization_id, user_id, token_hash, expires_at)
    select ${organization}, ${user}, sha256((${organization} || nth)::bytea), now() + interval '1 day'
    from generate_series(1, ${count}::int) as nth`;
  await sql`
    insert into push_subscriptions
      (organization_id, token_hash, user_id, endpoint, p256dh, auth, subject, wants, position)
    select organization_id, token_hash, user_id, 'https://push.example/' || encode(token_hash, 'hex'), '', '', '', '{}',
      coalesce(pg_sequence_last_value('event_log_position'), 0)
    from login_sessions where organization_id = ${organization}`;
}

const happen = (organization: string) =>
  database.sql`select emit_events(array[row(${organization}, null, 'contact.updated', '{}')::event_input])`;
const due = async () => (await database.sql<{ id: string }[]>`select pushes_due() as id`).map(({ id }) => id);

beforeEach(async () => {
  await database.sql`delete from push_subscriptions`;
});

test("what happens in one organisation has no browser of another looked after", async () => {
  await subscribe("org_push_1", 1);
  await subscribe("org_push_2", 1);
  expect(await due()).toEqual([]);
  await happen("org_push_1");
  expect(await due()).toEqual(["org_push_1"]);
  const taken = await takeDuePushes(database.sql);
  expect(taken.map(({ organization_id }) => organization_id)).toEqual(["org_push_1"]);
});

test("who is looked after is not taken by another daemon meanwhile", async () => {
  await subscribe("org_push_3", 1);
  await happen("org_push_3");
  expect(await takeDuePushes(database.sql)).toHaveLength(1);
  expect(await takeDuePushes(database.sql)).toHaveLength(0);
});

test("one organisation's browsers leave room for another's", async () => {
  await subscribe("org_push_4", 60);
  await subscribe("org_push_5", 1);
  for (const organization of ["org_push_4", "org_push_5"]) await happen(organization);
  const taken = Map.groupBy(await takeDuePushes(database.sql), ({ organization_id }) => organization_id);
  expect([taken.get("org_push_4")?.length, taken.get("org_push_5")?.length]).toEqual([50, 1]);
});

test("nobody is looked after whose login has expired, or whose user was disabled", async () => {
  await subscribe("org_push_7", 1);
  await subscribe("org_push_8", 1);
  await database.sql`update login_sessions set expires_at = now() where organization_id = 'org_push_7'`;
  await database.sql`update users set disabled_at = now() where organization_id = 'org_push_8'`;
  for (const organization of ["org_push_7", "org_push_8"]) await happen(organization);
  expect(await due()).toHaveLength(2);
  expect(await takeDuePushes(database.sql)).toEqual([]);
});

test("what happened more than a day ago is worth nothing", async () => {
  await subscribe("org_push_6", 1);
  await happen("org_push_6");
  await database.sql`
    update events set id = 'evt_' || ulid_time(now() - interval '25 hours') || right(id, 16)
    where organization_id = 'org_push_6'`;
  expect(await due()).toEqual([]);
});
