import { newId } from "../../daemon/lib/ids.ts";
import { SANDBOX_DEFAULTS } from "../../daemon/sandbox/graph/defaults.ts";
import type { TestDaemon } from "../support/daemon.ts";

/** The template of these tests, approved. */
export const TEMPLATE = {
  name: "spring_menu",
  language: "en_US",
  parameters: { body: [{ field: "first_name", fallback: "there" }] },
};

/** Makes a template known as approved, without asking the sandbox for it. */
export async function defineTemplate(
  { sql, organizationId }: TestDaemon,
  name = TEMPLATE.name,
  more: object = {},
): Promise<void> {
  const row = {
    ...{ organization_id: organizationId, id: newId("tpl"), waba_id: SANDBOX_DEFAULTS.phoneNumber.wabaId },
    ...{ name, language: "en_US", category: "MARKETING", status: "approved" },
    components: JSON.stringify([{ type: "BODY", text: "Hello {{1}}, the spring menu is here." }]),
    ...more,
  };
  await sql`insert into templates ${sql(row)}`;
}

/** Makes contacts, each of whose fields are given; their ids in the same order. */
export async function makePeople(
  { sql, organizationId }: TestDaemon,
  people: readonly object[],
): Promise<string[]> {
  const rows = JSON.stringify(people.map((person, n) => ({ n, ...person })));
  const made = await sql<{ contact_id: string }[]>`
    select contact_id from upsert_contacts(${organizationId}, ${rows}::text::json) order by n`;
  return made.map(({ contact_id }) => contact_id);
}

/** So many contacts with numbers of their own, all with a tag. */
export function makeTagged(
  waypost: TestDaemon,
  tag: string,
  count: number,
  first = 20_000,
): Promise<string[]> {
  const people = Array.from({ length: count }, (_, index) => ({
    phone_number: `+1415556${String(first + index).slice(-4)}`.padEnd(12, "0"),
    name: `Person ${index}`,
    tags: [tag],
  }));
  return makePeople(waypost, people);
}

/** Creates a draft; its id. */
export async function createDraft(waypost: TestDaemon, more: object): Promise<string> {
  const draft = { name: "Spring menu", channel_id: waypost.channelId, template: TEMPLATE, ...more };
  const { status, body } = await waypost.call("POST", "/v1/broadcasts", draft);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.id;
}
