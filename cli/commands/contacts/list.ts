import { list } from "../../lib/actions/list.ts";
import { pagingOptions } from "../../lib/actions/paging.ts";
import { command } from "../../lib/command/command.ts";
import { ago } from "../../lib/values/duration.ts";
import { given } from "../../lib/values/given.ts";
import { contactColumns } from "./columns.ts";

export const listContacts = command({
  path: "contacts list",
  summary: "List or search contacts",
  output: "One line for each contact, newest first: id, number, name, email, tags, change.",
  arguments: { q: { description: "Words to search for", optional: true } },
  options: {
    tag: { value: "name", of: "tags", description: "Only with this tag" },
    phone: { value: "number", description: "Only with this number" },
    email: { value: "address", description: "Only with this email address" },
    source: { value: "system", description: "Only from this external system" },
    "external-id": { value: "id", description: "Only with this id in the system of --source" },
    since: { value: "time", description: "Only changed since: 2h, 7d (ago) or a date; oldest change first" },
    ...pagingOptions,
  },
  examples: [
    { description: "By parts of words", command: "waypost contacts list 'ada exam'" },
    {
      description: "The numbers of all with a tag",
      command: "waypost contacts list --tag vip --all --json | jq -r '.data[].phone_number'",
    },
  ],
  run: ({ cli, arguments: { q }, options }) => {
    const { tag, phone, email, source, "external-id": id, since } = options;
    const query = given({
      q,
      tag,
      phone,
      email,
      external_source: source,
      external_id: id,
      updated_after: ago(since),
    });
    return list(cli, "GET /v1/contacts", { query }, contactColumns, options);
  },
});
