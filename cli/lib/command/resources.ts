import type { RequestOf, Route } from "../../../daemon/start/types/routes.ts";
import type { Client } from "../api/client.ts";
import type { Settings } from "../settings/settings.ts";

/** Something there is, and how people know it. */
export type Choice = { id: string; label: string };

/** The part of a `Cli` that reading needs; `Cli` itself knows the definitions that name resources. */
type Source = { client(): Promise<Client>; settings(): Promise<Settings> };

const MOST = 100;

/** The query for a list's newest hundred. */
const NEWEST = { query: { limit: MOST } };

/** How the newest hundred of each kind are read. */
const READ = {
  channels: (cli) =>
    choices(call(cli, "GET /v1/channels", NEWEST), (one) => [one.name, one.phone_number, one.status]),
  templates: (cli) =>
    choices(call(cli, "GET /v1/templates", NEWEST), (one) => [one.name, one.language, one.status]),
  contacts: (cli) =>
    choices(call(cli, "GET /v1/contacts", NEWEST), (one) => [one.name, one.phone_number ?? one.email]),
  conversations: (cli) =>
    choices(call(cli, "GET /v1/conversations", NEWEST), (one) => [
      ...[one.contact?.name, one.contact?.phone_number, one.last_message?.preview],
    ]),
  quickReplies: (cli) =>
    choices(call(cli, "GET /v1/quick_replies", NEWEST), ({ shortcut, title }) => [shortcut, title]),
  messages: (cli) =>
    choices(call(cli, "GET /v1/messages", NEWEST), ({ status, type, to, to_phone, from_phone, text }) => [
      ...[status, to ?? to_phone ?? from_phone, text ?? type],
    ]),
  media: (cli) =>
    choices(call(cli, "GET /v1/media", NEWEST), (one) => [one.filename, one.mime_type, one.direction]),
  deliveries: (cli) =>
    choices(call(cli, "GET /v1/settings/developer/webhooks/deliveries", NEWEST), (one) => [
      ...[one.status, one.event_type],
    ]),
  inbound: (cli) =>
    choices(call(cli, "GET /v1/inbound/failed", NEWEST), (one) => [one.channel_id, one.reason]),
  imports: (cli) =>
    choices(call(cli, "GET /v1/contacts/imports", NEWEST), (one) => [one.status, one.file_name]),
  erasures: (cli) =>
    choices(call(cli, "GET /v1/contacts/erasures", NEWEST), (one) => [
      one.status,
      one.contact_id,
      one.reason,
    ]),
  broadcasts: (cli) => choices(call(cli, "GET /v1/broadcasts", NEWEST), (one) => [one.name, one.status]),
  approvals: (cli) =>
    choices(call(cli, "GET /v1/approvals", NEWEST), (one) => [
      ...[one.status, one.contact_name ?? one.message.to ?? one.message.recipient, one.preview.text],
    ]),
  budgets: (cli) =>
    choices(call(cli, "GET /v1/budgets", NEWEST), (one) => [
      ...[one.scope_id ?? one.scope, one.period, `${one.amount} ${one.currency}`],
    ]),
  orders: (cli) => choices(call(cli, "GET /v1/orders", NEWEST), (one) => [one.order_no, one.status]),
  lists: (cli) => choices(call(cli, "GET /v1/crm/lists", NEWEST), (one) => [one.name]),
  keys: (cli) => choices(call(cli, "GET /v1/api-keys", NEWEST), (one) => [one.name, `…${one.last4}`]),
  users: (cli) => choices(call(cli, "GET /v1/users", NEWEST), (one) => [one.email, one.role]),
  colleagues: (cli) => choices(call(cli, "GET /v1/conversations/colleagues", {}), (one) => [one.name]),
  teams: (cli) => choices(call(cli, "GET /v1/teams", NEWEST), (one) => [one.name]),
  invitations: (cli) =>
    choices(call(cli, "GET /v1/users/invitations", NEWEST), (one) => [one.email, one.role]),
  endpoints: (cli) => choices(call(cli, "GET /v1/settings/developer/webhooks", {}), ({ url }) => [url]),
  async templateNames(cli) {
    const { data } = await call(cli, "GET /v1/templates", NEWEST);
    const found = new Map(data.map(({ name, category }) => [name, choice(name, [category])]));
    return [...found.values()];
  },
  async tags(cli) {
    const contacts = await call(cli, "GET /v1/contacts", NEWEST);
    const conversations = await call(cli, "GET /v1/conversations", NEWEST);
    const names = [...contacts.data, ...conversations.data].flatMap(({ tags }) => tags);
    return [...new Set(names)].map((name) => choice(name, []));
  },
  async eventTypes(cli) {
    const { events = [] } = await call(cli, "GET /v1/settings/developer/webhooks", {});
    return events.map(({ type, description }) => choice(type, [description]));
  },
  async profiles(cli) {
    const { profiles } = (await cli.settings()).file;
    return Object.entries(profiles).map(([name, { url }]) => choice(name, [url]));
  },
} satisfies Record<string, (cli: Source) => Promise<Choice[]>>;

export type Resource = keyof typeof READ;

/** How to make the first of a kind; what is not here comes by itself. */
const FIRST: { [Kind in Resource]?: string } = {
  channels: "Add a number: waypost channels create --name <name>, or waypost channels pair",
  templates: "Create one: waypost templates create --file <file>",
  contacts: "Create one: waypost contacts upsert, or import a file: waypost contacts import <file>",
  conversations: "One begins with the first message: waypost send --to <number> --text <text>",
  quickReplies: "Keep one: waypost quick-replies create <shortcut> <body>",
  messages: "Send one: waypost send --to <number> --text <text>",
  media: "Upload a file: waypost media upload <file>",
  deliveries: "Deliveries begin with an endpoint: waypost endpoints create <url>",
  imports: "Import a file: waypost contacts import <file>",
  erasures: "One begins with: waypost contacts erase <contact> --reason <text>",
  broadcasts: "Create one: waypost broadcasts create --template <name> --list <list>",
  approvals: "Agents whose keys need approval ask for one: see waypost keys create --help",
  budgets: "Create one: waypost budgets create 500EUR --period month",
  lists: "Create one: waypost api POST /v1/crm/lists -f name=<name>",
  keys: "Create one: waypost keys create --name <name> --permission <permission>",
  invitations: "Invite somebody: waypost users invite <email> --role agent",
  teams: "Make one: waypost teams create <name>",
  endpoints: "Create one: waypost endpoints create <url>",
  profiles: "Save one: waypost login",
};

/** Advice where nothing of a kind exists yet. */
export function firstOf(resource: Resource): string | undefined {
  return FIRST[resource];
}

/** The newest hundred of a kind. Rejects with a `Failure` as every call of the API does. */
export function listChoices(cli: Source, resource: Resource): Promise<Choice[]> {
  return READ[resource](cli);
}

async function call<Name extends Route>(cli: Source, route: Name, request: RequestOf<Name>) {
  return (await cli.client()).call(route, request);
}

async function choices<Row extends { id: string }>(
  response: Promise<{ data: Row[] }>,
  describe: (row: Row) => readonly (string | null | undefined)[],
): Promise<Choice[]> {
  return (await response).data.map((row) => choice(row.id, describe(row)));
}

/** Labels come from other people: control characters could move the cursor. */
function choice(id: string, parts: readonly (string | null | undefined)[]): Choice {
  return {
    id,
    label: parts
      .filter((part) => part)
      .join("  ")
      .replace(/\p{Cc}/gu, " "),
  };
}
