/** Which of several accounts' templates of one name a send is checked against. */
import { expect, test } from "bun:test";
import { findTemplate } from "../../db/templates/templates.ts";
import { sharedDatabase } from "../support/shared-database.ts";

const database = sharedDatabase();

async function add(name: string, rows: readonly [id: string, waba_id: string, status: string][]) {
  for (const [id, waba_id, status] of rows)
    await database.sql`
      insert into templates (organization_id, id, waba_id, name, language, category, status, components)
      values ('org', ${`${name}_${id}`}, ${waba_id}, ${name}, 'en_US', 'UTILITY', ${status}, '[]')`;
}
const found = async (name: string, waba: string | null, organization = "org") =>
  (await findTemplate(database.sql, organization, waba, name, "en_US"))?.id;

test("of all accounts, the newest that is approved comes before newer ones that are not", async () => {
  await add("menu", [
    ["1", "a", "approved"],
    ["2", "b", "approved"],
    ["3", "c", "rejected"],
  ]);
  expect(await found("menu", null)).toBe("menu_2");
});

test("an account has its own alone, whatever its status, and an organisation, too", async () => {
  await add("hours", [
    ["1", "a", "rejected"],
    ["2", "b", "approved"],
  ]);
  expect(await found("hours", "a")).toBe("hours_1");
  expect([await found("hours", "c"), await found("hours", null, "other")]).toEqual([undefined, undefined]);
});
