/** Whom a key that may do everything stands for, such as when it opens the page. */
import { expect, test } from "bun:test";
import { findUserOfKey } from "../../db/auth/users.ts";
import { sharedDatabase } from "../support/shared-database.ts";

const database = sharedDatabase();
let serial = 0;

/** Users of an organisation, the oldest first; resolves with their ids. */
async function add(organization: string, users: readonly { role?: string; disabled?: boolean }[]) {
  const rows = users.map(({ role = "owner", disabled = false }, nth) => ({
    ...{ organization_id: organization, id: crypto.randomUUID(), email: `${++serial}@example.com`, role },
    ...{ password_hash: "", created_at: new Date(nth * 1000), disabled_at: disabled ? new Date() : null },
  }));
  await database.sql`insert into users ${database.sql(rows)}`;
  return rows.map(({ id }) => id);
}

async function keyOf(organization: string, created_by: string | undefined): Promise<string> {
  const id = `key_${++serial}`;
  await database.sql`
    insert into api_keys (organization_id, id, name, permissions, prefix, last4, hash, created_by)
    values (${organization}, ${id}, 'key', '{*}', 'wp_', '0000', ${id}, ${created_by ?? null})`;
  return id;
}

const userOf = async (organization: string, keyId: string | null) =>
  (await findUserOfKey(database.sql, organization, keyId))?.id;

test("the user who made it, whatever their role; otherwise the oldest owner who may still log in", async () => {
  const [, , owner, agent, left] = await add("org_one", [
    { role: "agent" },
    { disabled: true },
    {},
    { role: "agent" },
    { disabled: true },
    {},
  ]);
  expect(await userOf("org_one", await keyOf("org_one", agent))).toBe(agent);
  expect(await userOf("org_one", await keyOf("org_one", left))).toBe(owner);
  expect(await userOf("org_one", await keyOf("org_one", "key_first"))).toBe(owner);
  expect(await userOf("org_one", null)).toBe(owner);
});

test("nobody of another organisation", async () => {
  const [stranger] = await add("org_two", [{}]);
  expect(await userOf("org_three", null)).toBeUndefined();
  const own = await add("org_three", [{}]);
  expect(await userOf("org_three", await keyOf("org_two", stranger))).toBe(own[0]);
});
