/** An archive shows every table that names a person, or it is said why not. A new table needs a section, or a line here. */
import { expect, test } from "bun:test";
import type { RowList } from "postgres";
import { findPerson, readSection, SECTION_NAMES } from "../../db/archives/sections.ts";
import { ERASED } from "../erasing/named-in.ts";
import { sharedDatabase } from "../support/shared-database.ts";

const database = sharedDatabase();

/** Tables that no section shows, by the reason. */
const LEFT_OUT = {
  "messages and what belongs to them, which are shown as the API does":
    "messages message_attempts message_costs media contact_pictures",
  "copies of what is shown": [
    "contact_search message_search_words events deliveries delivery_requests idempotency_keys",
    "import_contacts provider_webhooks web_messages early_revisions media_copies",
  ].join(" "),
  "what leads from an id to a record that is shown":
    "conversation_aliases provider_messages web_recipients web_lookups web_checks web_choices",
  "what runs, and is gone afterwards":
    "lane_items message_cancellations approval_asks web_holes web_requests imports",
  "keys of a session": "web_session_keys",
  "digests, of which nobody learns whom they are about": "audit_links",
  "which colleague read or answered, and how fast": "conversation_reads response_times",
  "limits that are counted by person": "marketing_holds portfolio_people",
  "deals of several people, which say nothing beside their relationships": "crm_records",
};

test("of every table that names people, an archive has a section or it is said why it has none", async () => {
  const person = await findPerson(database.sql, "org_a", "ct_a");
  const read = async (name: (typeof SECTION_NAMES)[number]) => {
    const rows = await readSection(
      database.sql,
      name,
      { organizationId: "org_a", person },
      { after: "", most: 1 },
    );
    return (rows as unknown as RowList<[]>).statement.string;
  };
  const statements = await Promise.all(SECTION_NAMES.map(read));
  const isShown = (table: string) =>
    statements.some((text) => RegExp(`(from|join)\\s+"?${table}\\b`).test(text));
  const leftOut = Object.values(LEFT_OUT).join(" ").split(" ");
  expect(Object.keys(ERASED).filter((table) => !isShown(table))).toEqual(leftOut.toSorted());
});
