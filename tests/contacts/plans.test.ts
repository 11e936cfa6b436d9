/** By which indexes contacts are read: the plans of the statements themselves, as the server made them. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import postgres from "postgres";
import type { Sql } from "../../db/connection/client.ts";
import { contactsWith, findContact } from "../../db/contacts/contacts.ts";
import { listNotes, listSuppressions, listTags } from "../../db/contacts/details.ts";
import { type ContactFilter, type ListedContact, listContacts } from "../../db/contacts/lists.ts";
import { searchPath } from "../../db/functions/function-schema.ts";
import type { Walked } from "../../db/lists/walk.ts";
import { type TestDatabase, testDatabase } from "../support/database.ts";

const ORGANIZATION = "org_plans";
const CONTACTS = 30_000;
/** The oldest of them have a name of their own. */
const OLDER = 8000;
/** Every table of contacts; none of them may be read as a whole. */
const WHOLE = /Seq Scan on (?:contacts|contact_\w+|suppressions)\b/g;
const readWhole = (plan: string): string[] => plan.match(WHOLE) ?? [];

let database: TestDatabase;
let watched: Sql;
let plans: string[] = [];

beforeAll(async () => {
  database = await testDatabase();
  await fill(database.sql);
  watched = postgres(database.adminUrl, {
    max: 1,
    onnotice: ({ message }) => void plans.push(String(message)),
    types: { bigint: { to: 20, from: [20], parse: Number, serialize: String } },
    connection: { search_path: searchPath() },
  });
  await watched`load 'auto_explain'`;
  await watched`set auto_explain.log_min_duration = 0`;
  await watched`set auto_explain.log_nested_statements = on`;
  await watched`set client_min_messages = log`;
});
afterAll(async () => {
  await watched.end();
  await database.drop();
});

async function fill(sql: Sql): Promise<void> {
  await sql`
    insert into contacts (organization_id, id, name, phone_number, email, external_source, external_id, updated_at)
    select case when n % 2 = 0 then ${ORGANIZATION} else 'org_other' end, 'ct_' || lpad(n::text, 26, '0'),
      case when n <= ${OLDER} then 'Older person ' else 'Person ' end || md5(n::text), '+49170' || 1000000 + n, 'p' || n || '@example.com',
      case when n % 1000 = 0 then 'shop' end, case when n % 1000 = 0 then n::text end, now() - n * interval '1 minute'
    from generate_series(1, ${CONTACTS}) as n`;
  await sql`
    insert into contact_identities (organization_id, type, source, value, contact_id)
    select organization_id, identity.type, '', identity.value, id from contacts
    cross join lateral (values ('phone', substr(phone_number, 2)), ('email', email)) as identity (type, value)`;
  await sql`
    insert into contact_tags (organization_id, name, contact_id)
    select organization_id, tag, id from contacts cross join lateral unnest(array['all', 'one' || id]) as tag`;
  await sql`
    insert into contact_notes (organization_id, contact_id, id, body)
    select organization_id, id, 'note_' || id, 'x' from contacts`;
  await sql`
    insert into suppressions (organization_id, contact_id, channel, reason)
    select organization_id, id, 'whatsapp', 'x' from contacts`;
  await sql`
    insert into contact_consents (organization_id, contact_id, channel, state)
    select organization_id, id, 'whatsapp', 'granted' from contacts`;
  await sql`
    insert into contact_aliases (organization_id, id, contact_id)
    select organization_id, 'old' || id, id from contacts`;
  await sql`vacuum analyze`;
}

/** The plans of all statements of some work. */
async function plansOf(work: () => Promise<unknown>): Promise<string> {
  plans = [];
  await work();
  expect(plans.length).toBeGreaterThan(0);
  return plans.join("\n");
}

const ID = `ct_${String(CONTACTS - 2).padStart(26, "0")}`;
/** After this many times, the server may keep one plan for all values. */
const TIMES = 8;
const rare = ["cbf3e"];
const LISTS: [what: string, filter: Partial<ContactFilter>, index: string][] = [
  ["all", {}, "contacts_pkey"],
  ["those of a tag", { tag: "all" }, "contact_tags_pkey"],
  ["one by number", { identities: [{ type: "phone", value: "491701000042" }] }, "contact_identities_pkey"],
  ["those changed", { updatedAfter: new Date(Date.now() - 3_600_000) }, "contacts_changed"],
  ["those of a source", { externalSource: "shop" }, "contacts_source"],
  ["what few have", { words: rare }, "contact_search_words"],
  ["what many have", { words: ["person"] }, "Scan Backward using contact_search_pkey"],
  ["what many have, but none of the newest", { words: ["older"] }, "Scan Backward using contact_search_pkey"],
  ["a word of a tag", { words: rare, tag: "all" }, "contact_tags_pkey"],
];

test.each(LISTS)("listing %s reads an index", async (_what, filter, index) => {
  const plan = await plansOf(async () => {
    for (let time = 0; time < TIMES; time++)
      await listContacts(watched, ORGANIZATION, { identities: [], ...filter }, null, 26);
  });
  expect(plan.includes(index)).toBe(true);
  expect(readWhole(plan)).toEqual([]);
});

test("so does every further page", async () => {
  for (const [, filter] of LISTS) {
    const after = filter.updatedAfter === undefined ? ID : `${new Date(0).toISOString()}|${ID}`;
    const plan = await plansOf(() =>
      listContacts(watched, ORGANIZATION, { identities: [], ...filter }, after, 26),
    );
    expect(readWhole(plan)).toEqual([]);
  }
});

test("older contacts that share a value are found, page after page, each once", async () => {
  const found: string[] = [];
  const filter = { words: ["older"], identities: [] };
  let after: string | null = null;
  do {
    const { rows, end }: Walked<ListedContact> = await listContacts(
      watched,
      ORGANIZATION,
      filter,
      after,
      1000,
    );
    expect(rows.every(({ name }) => name?.startsWith("Older"))).toBe(true);
    found.push(...rows.map(({ id }) => id));
    after = rows.length === 1000 ? (rows.at(-1)?.place ?? null) : end;
  } while (after !== null);
  expect(found).toEqual([...new Set(found)].sort().reverse());
  expect(found).toHaveLength(OLDER / 2);
});

test("a contact, its details and the owners of identities are read by their keys", async () => {
  const key = { organizationId: ORGANIZATION, contactId: ID };
  const identities = [
    { type: "phone", value: "491701000042" },
    { type: "external", source: "shop", value: "1000" },
  ];
  const plan = await plansOf(async () => {
    await findContact(watched, ORGANIZATION, ID);
    await contactsWith(watched, ORGANIZATION, identities);
    await listTags(watched, key);
    await listNotes(watched, key, null, 26);
    await listSuppressions(watched, key);
  });
  expect(readWhole(plan)).toEqual([]);
});

test("upserting, changing, merging and deleting read no table as a whole", async () => {
  const rows = [1, 2].map((n) => ({ n, phone_number: `+49170${1_000_000 + n * 2}`, name: `N${n}` }));
  const plan = await plansOf(async () => {
    await watched`select * from upsert_contacts(${ORGANIZATION}, ${JSON.stringify(rows)}::text::json, false)`;
    await watched`select drop_identities(${ORGANIZATION}, ${ID}, array['email'])`;
    await watched`select merge_permissions(${ORGANIZATION}, ${ID}, 'ct_none')`;
    await watched`select suppression_of(${ORGANIZATION}, ${ID}, true)`;
  });
  expect(readWhole(plan)).toEqual([]);
});
