/** In every order, and with requests at the same time: the same people in the end, and no identity twice. */
import { beforeAll, expect, test } from "bun:test";
import { retryDeadlock } from "../../daemon/lib/retry-deadlock.ts";
import type { Sql } from "../../db/connection/client.ts";
import {
  type ContactInput,
  contactsWith,
  mergeContacts,
  upsertContacts,
} from "../../db/contacts/contacts.ts";
import { makePartitions } from "../../db/maintenance/maintenance.ts";
import { sharedDatabase } from "../support/shared-database.ts";

const ROUNDS = 25;
const STEPS = 14;
const database = sharedDatabase();
let sql: Sql;

beforeAll(async () => {
  sql = database.sql;
  await makePartitions(sql);
});

/** Numbers that look random and are the same in every run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A record of one person with one to three of few identities, so that records meet. */
function randomContact(random: (below: number) => number): ContactInput {
  const which = 1 + random(7);
  return {
    ...(which & 1 ? { phone_number: `+1415555${1000 + random(6)}` } : {}),
    ...(which & 2 ? { email: `p${random(6)}@example.com` } : {}),
    ...(which & 4 ? { external_source: "shop", external_id: String(random(6)) } : {}),
  };
}

function shuffled<Item>(items: readonly Item[], random: (below: number) => number): Item[] {
  return items
    .map((item) => ({ item, at: random(1_000_000) }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
}

const identitiesOf = ({ phone_number, email, external_source, external_id }: ContactInput) => [
  ...(external_id === undefined
    ? []
    : [{ type: "external", source: external_source ?? "", value: external_id }]),
  ...(phone_number === undefined ? [] : [{ type: "phone", value: phone_number.slice(1) }]),
  ...(email === undefined ? [] : [{ type: "email", value: email }]),
];

/** Takes a record; contacts that it shows to be one person are merged, and it is taken again. */
async function take(organizationId: string, contact: ContactInput): Promise<void> {
  await retryDeadlock(async () => {
    const [row] = await upsertContacts(sql, organizationId, [contact]);
    if (row?.outcome !== "conflict") return;
    const [kept, ...others] = await contactsWith(sql, organizationId, identitiesOf(contact));
    for (const gone of others) await mergeContacts(sql, organizationId, kept ?? "", gone);
    await upsertContacts(sql, organizationId, [contact]);
  });
}

/** Who there is: the identities of each contact together, whatever the contacts' ids. */
async function people(organizationId: string): Promise<string[]> {
  const rows = await sql<{ person: string }[]>`
    select string_agg(type || ':' || source || ':' || value, ' ' order by type, source, value) as person
    from contact_identities where organization_id = ${organizationId}
    group by contact_id order by 1`;
  return rows.map(({ person }) => person);
}

/** Every identity is of a contact that there is, and finds it; every contact has one. */
async function expectSound(organizationId: string): Promise<void> {
  const [row] = await sql<{ orphans: number; nameless: number; lost: number }[]>`
    select
      (select count(*) from contact_identities as known where known.organization_id = ${organizationId} and not exists (
        select from contacts as one where one.organization_id = known.organization_id and one.id = known.contact_id
      )) as orphans,
      (select count(*) from contacts as one where one.organization_id = ${organizationId} and not exists (
        select from contact_identities as known
        where known.organization_id = one.organization_id and known.contact_id = one.id
      )) as nameless,
      (select count(*) from contact_aliases as alias where alias.organization_id = ${organizationId} and not exists (
        select from contacts as one where one.organization_id = alias.organization_id and one.id = alias.contact_id
      )) as lost`;
  expect(row).toEqual({ orphans: 0, nameless: 0, lost: 0 });
}

test("any order of upserts and merges ends in the same contacts", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const random = createRandom(round);
    const records = Array.from({ length: STEPS }, () => randomContact(random));
    const [one, other] = [`org_one_${round}`, `org_other_${round}`];
    for (const record of records) await take(one, record);
    for (const record of shuffled(records, random)) await take(other, record);
    expect({ round, people: await people(other) }).toEqual({ round, people: await people(one) });
    await expectSound(one);
    await expectSound(other);
    for (const record of records) {
      expect((await contactsWith(sql, one, identitiesOf(record))).length).toBe(1);
    }
  }
});

test("so does any order at the same time", async () => {
  for (let round = 0; round < 10; round++) {
    const random = createRandom(1000 + round);
    const records = Array.from({ length: STEPS }, () => randomContact(random));
    const [one, other] = [`org_calm_${round}`, `org_busy_${round}`];
    for (const record of records) await take(one, record);
    await Promise.all(records.map((record) => take(other, record)));
    // two contacts that were created at the same time are one person once the record comes again
    for (const record of records) await take(other, record);
    expect({ round, people: await people(other) }).toEqual({ round, people: await people(one) });
    await expectSound(other);
  }
});

test("the same batch twice at once makes each contact once", async () => {
  const batch = Array.from({ length: 300 }, (_, n) => ({
    phone_number: `+4930${1_000_000 + n}`,
    email: `batch${n}@example.com`,
  }));
  const batches = [batch, batch.toReversed(), batch, batch.toReversed()];
  await Promise.all(batches.map((one) => retryDeadlock(() => upsertContacts(sql, "org_batch", one))));
  const [row] = await sql`select count(*) as made from contacts where organization_id = 'org_batch'`;
  expect(row?.made).toBe(300);
  await expectSound("org_batch");
});

test("known contacts of a batch are each looked at once, whatever the statistics say", async () => {
  const batch = Array.from({ length: 50 }, (_, n) => ({ email: `again${n}@example.com` }));
  await upsertContacts(sql, "org_again", batch);
  const calls = await database.admin.begin(async (transaction) => {
    await transaction`set local track_functions = 'all'`;
    await upsertContacts(transaction, "org_again", batch);
    const [counted] = await transaction`
      select calls from pg_stat_xact_user_functions where funcname = 'changed_contact'`;
    return counted?.calls;
  });
  expect(calls).toBe(batch.length);
});

test("rows of one contact in one batch are taken in their order", async () => {
  const outcomes = await upsertContacts(sql, "org_order", [
    { email: "a@example.com", name: "First" },
    { phone_number: "+14155551999", name: "Other" },
    { email: "a@example.com", name: "Second", phone_number: "+14155552000" },
    { phone_number: "+14155552000", name: "Third" },
    { phone_number: "+14155551999", email: "a@example.com" },
  ]);
  expect(outcomes.map(({ outcome }) => outcome)).toEqual([
    "created",
    "created",
    "updated",
    "updated",
    "conflict",
  ]);
  const [contact] =
    await sql`select name, phone_number from contacts where id = ${outcomes[0]?.contact_id ?? ""}`;
  expect(contact).toEqual({ name: "Third", phone_number: "+14155552000" });
});

test("the database refuses an identity that is another contact's", async () => {
  await upsertContacts(sql, "org_unique", [{ email: "mine@example.com" }]);
  const steal = sql`
    insert into contact_identities (organization_id, type, value, contact_id)
    values ('org_unique', 'email', 'mine@example.com', 'ct_thief')`;
  expect(await steal.then(() => "taken").catch((error: { code: string }) => error.code)).toBe("23505");
});
