import type { Page, Paging, RequestOf, Route, Routes } from "./api-types.ts";
import type { Cli } from "./cli.ts";

/** Something there is, and how people know it. */
export type Choice = { id: string; label: string };

const MOST = 100;

/** How the newest hundred of each kind are read. */
const READ = {
  channels: (cli) =>
    choices(cli, "GET /v1/channels", ({ name, phone_number, status }) => [name, phone_number, status]),
  templates: (cli) =>
    choices(cli, "GET /v1/templates", ({ name, language, status }) => [name, language, status]),
  contacts: (cli) =>
    choices(cli, "GET /v1/contacts", ({ name, phone_number, email }) => [name, phone_number ?? email]),
  conversations: (cli) =>
    choices(cli, "GET /v1/conversations", ({ status, last_message }) => [status, last_message?.preview]),
  messages: (cli) =>
    choices(cli, "GET /v1/messages", ({ status, type, to, to_phone, from_phone }) => [
      ...[status, type, to ?? to_phone ?? from_phone],
    ]),
  deliveries: (cli) =>
    choices(cli, "GET /v1/settings/developer/webhooks/deliveries", ({ status, event_type }) => [
      status,
      event_type,
    ]),
  imports: (cli) => choices(cli, "GET /v1/contacts/imports", ({ status, file_name }) => [status, file_name]),
  orders: (cli) => choices(cli, "GET /v1/orders", ({ order_no, status }) => [order_no, status]),
  pipelines: (cli) => choices(cli, "GET /v1/crm/pipelines", ({ name }) => [name]),
  lists: (cli) => choices(cli, "GET /v1/crm/lists", ({ name }) => [name]),
  keys: (cli) => choices(cli, "GET /v1/api-keys", ({ name, last4 }) => [name, `…${last4}`]),
  users: (cli) => choices(cli, "GET /v1/users", ({ email, role }) => [email, role]),
  invitations: (cli) => choices(cli, "GET /v1/users/invitations", ({ email, role }) => [email, role]),
  async endpoints(cli) {
    const { data } = await (await cli.client()).call("GET /v1/settings/developer/webhooks", {});
    return data.map(({ id, url }) => choice(id, [url]));
  },
  async profiles(cli) {
    const { profiles } = (await cli.settings()).file;
    return Object.entries(profiles).map(([name, { url }]) => choice(name, [url]));
  },
} satisfies Record<string, (cli: Cli) => Promise<Choice[]>>;

export type Resource = keyof typeof READ;

/** What arguments and options other than `id` name. */
const NAMED: Readonly<Record<string, Resource>> = {
  assignee: "users",
  channel: "channels",
  contact: "contacts",
  conversation: "conversations",
  endpoint: "endpoints",
  list: "lists",
  pipeline: "pipelines",
  profile: "profiles",
};

/** What an argument or option of a command names, if there is a list of it: `id` is of the command's noun. */
export function resourceOf(path: string, name: string): Resource | undefined {
  const [noun = ""] = path.split(" ");
  if (noun === "profiles" && name === "name") return "profiles";
  if (path === "users withdraw") return "invitations";
  if (name === "id") return isResource(noun) ? noun : undefined;
  return Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
}

/** The newest hundred of a kind. Rejects with a `Failure` as every call of the API does. */
export function listChoices(cli: Cli, resource: Resource): Promise<Choice[]> {
  return READ[resource](cli);
}

function isResource(noun: string): noun is Resource {
  return Object.hasOwn(READ, noun);
}

type ListRoute = {
  [Name in Route]: Routes[Name] extends { query: Paging; response: Page<{ id: string }> } ? Name : never;
}[Route];
type RowOf<Name extends ListRoute> = Routes[Name]["response"]["data"][number];

async function choices<Name extends ListRoute>(
  cli: Cli,
  route: Name,
  describe: (row: RowOf<Name>) => readonly (string | null | undefined)[],
): Promise<Choice[]> {
  const client = await cli.client();
  // Every list takes these, which the compiler can't tell while it doesn't know which list it is.
  const { data } = await client.call(route, { query: { limit: MOST } } as RequestOf<Name>);
  return data.map((row) => choice(row.id, describe(row)));
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
