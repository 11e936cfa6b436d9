import { printPages } from "../../lib/actions/paging.ts";
import type { MessageFilters } from "../../lib/api/types/api.ts";
import type { Input } from "../../lib/command/command.ts";
import { parseTime } from "../../lib/values/duration.ts";
import { normalizeRecipient } from "../../lib/values/recipient.ts";
import type { listShape } from "./definitions.ts";
import { messageColumns } from "./view.ts";

/** Lists messages, newest first. */
export async function run({ cli, options }: Input<typeof listShape>): Promise<void> {
  const filters = filtersOf(options);
  const client = await cli.client();
  const read = (paging: MessageFilters) =>
    client.call("GET /v1/messages", { query: { ...filters, ...paging } });
  await printPages(cli, options, messageColumns, read);
}

function filtersOf(options: Input<typeof listShape>["options"]): MessageFilters {
  const { channel, conversation, contact, direction, status, type, to, after, before } = options;
  return {
    ...(channel === undefined ? {} : { channel_id: channel }),
    ...(conversation === undefined ? {} : { conversation_id: conversation }),
    ...(contact === undefined ? {} : { contact_id: contact }),
    ...(direction === undefined ? {} : { direction }),
    ...(status === undefined ? {} : { status }),
    ...(type === undefined ? {} : { type }),
    ...(to === undefined ? {} : { to: normalizeRecipient(to) }),
    ...(after === undefined ? {} : { created_after: parseTime(after, -1) }),
    ...(before === undefined ? {} : { created_before: parseTime(before, -1) }),
  };
}
