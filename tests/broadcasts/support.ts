import { tokenContext } from "../../daemon/channels/channel.ts";
import { newId } from "../../daemon/lib/ids.ts";
import { SANDBOX_DEFAULTS } from "../../daemon/sandbox/graph/defaults.ts";
import { insertChannel } from "../../db/channels/channels.ts";
import type { TestDaemon } from "../support/daemon.ts";
import { until } from "../support/until.ts";
import { control } from "../templates/support.ts";

/** The template of these tests, approved. */
export const TEMPLATE = {
  name: "spring_menu",
  language: "en_US",
  parameters: { body: [{ field: "first_name", fallback: "there" }] },
};

/** Makes a template that Meta has, and that is known here. */
export async function defineTemplate(
  waypost: Pick<TestDaemon, "sql" | "organizationId" | "sandbox">,
  name = TEMPLATE.name,
  status = "approved",
  more: {
    components?: object[];
    parameter_format?: string;
    category?: string;
    optimization_spec?: string;
  } = {},
): Promise<void> {
  const { sql, organizationId } = waypost;
  const {
    components = [{ type: "BODY", text: "Hello {{1}}, the spring menu is here." }],
    category = "MARKETING",
    ...known
  } = more;
  const definition = { name, language: "en_US", category, components };
  const { optimization_spec: spec } = known;
  const most = spec === undefined ? {} : { optimization_spec: JSON.parse(spec) };
  await control(waypost, "templates", { ...definition, ...most, status: status.toUpperCase() });
  const row = {
    ...{ organization_id: organizationId, id: newId("tpl"), waba_id: SANDBOX_DEFAULTS.phoneNumber.wabaId },
    ...{ ...definition, ...known, status, components: JSON.stringify(components) },
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

/** So many contacts with a tag, whose numbers begin so: what the sandbox does to them follows from it. */
export function makeTagged(
  waypost: TestDaemon,
  tag: string,
  count: number,
  prefix = "1415556",
): Promise<string[]> {
  const people = Array.from({ length: count }, (_, index) => ({
    phone_number: `+${prefix}${String(index).padStart(11 - prefix.length, "0")}`,
    name: `Person ${index}`,
    tags: [tag],
  }));
  return makePeople(waypost, people);
}

/** How many templates the sandbox took for each number of a prefix: more than one is one too many. */
export async function sentTo({ sandbox }: TestDaemon, prefix: string): Promise<Map<string, number>> {
  const response = await fetch(`${sandbox.url}/sandbox/messages?limit=100000`);
  const { data } = (await response.json()) as { data: { to: string; type: string }[] };
  const counts = new Map<string, number>();
  for (const { to, type } of data)
    if (type === "template" && to.startsWith(prefix)) counts.set(to, (counts.get(to) ?? 0) + 1);
  return counts;
}

/** Creates a draft; its id. */
export async function createDraft(waypost: TestDaemon, more: object): Promise<string> {
  const draft = { name: "Spring menu", channel_id: waypost.channelId, template: TEMPLATE, ...more };
  const { status, body } = await waypost.call("POST", "/v1/broadcasts", draft);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.id;
}

/** Starts a draft; its record. */
export async function start(waypost: TestDaemon, id: string) {
  const { status, body } = await waypost.call("POST", `/v1/broadcasts/${id}/start`);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

/** The record of a broadcast once it is in one of these states. */
export async function reached(waypost: TestDaemon, id: string, ...statuses: string[]) {
  const read = async () => (await waypost.call("GET", `/v1/broadcasts/${id}`)).body;
  await until(async () => statuses.includes((await read()).status));
  return await read();
}

/** The record of a broadcast once it is over. */
export function ended(waypost: TestDaemon, id: string) {
  return reached(waypost, id, "completed", "stopped", "cancelled");
}

/** A second number of the account that the sandbox has, or of another one. */
export async function addNumber(
  waypost: Pick<TestDaemon, "sql" | "organizationId" | "sandbox" | "secrets">,
  more: { waba_id?: string; portfolio_id?: string } = {},
): Promise<string> {
  const [id, phone_number_id] = ["ch_second", "10800001"];
  const row = { waba_id: SANDBOX_DEFAULTS.phoneNumber.wabaId, ...more };
  await control(waypost, "phone_numbers", {
    ...{ id: phone_number_id, waba_id: SANDBOX_DEFAULTS.phoneNumber.wabaId },
    ...{ display_phone_number: "+1 555-108-0001", verified_name: "Second", verified: true, registered: true },
  });
  await insertChannel(waypost.sql, {
    ...{ organization_id: waypost.organizationId, id, platform: "whatsapp_official", status: "connected" },
    ...{ name: "Second", phone_number_id, ...row },
    access_token: waypost.secrets.encrypt(SANDBOX_DEFAULTS.accessToken, tokenContext(id)),
    ...{ proven_at: new Date(), account_proven_at: new Date() },
    settings: { service_window: "provider", rate: { per_second: 100_000, per_recipient_seconds: 0 } },
  });
  return id;
}
