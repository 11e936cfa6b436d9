import { printPages } from "../../lib/actions/paging.ts";
import type { ContactFilters } from "../../lib/api/types/contacts.ts";
import type { Input } from "../../lib/command/command.ts";
import { parseTime } from "../../lib/values/duration.ts";
import type { listShape } from "./definitions.ts";
import { contactColumns } from "./view.ts";

/** Lists contacts, or those that a search finds. */
export async function run(input: Input<typeof listShape>): Promise<void> {
  const { cli, options } = input;
  const filters = filtersOf(input);
  const client = await cli.client();
  await printPages(cli, options, contactColumns, (paging) =>
    client.call("GET /v1/contacts", { query: { ...filters, ...paging } }),
  );
}

function filtersOf({ arguments: { q }, options }: Input<typeof listShape>): ContactFilters {
  const { tag, phone, email, source, "external-id": id, after } = options;
  return {
    ...(q === undefined ? {} : { q }),
    ...(tag === undefined ? {} : { tag }),
    ...(phone === undefined ? {} : { phone }),
    ...(email === undefined ? {} : { email }),
    ...(source === undefined ? {} : { external_source: source }),
    ...(id === undefined ? {} : { external_id: id }),
    ...(after === undefined ? {} : { updated_after: parseTime(after, -1) }),
  };
}
