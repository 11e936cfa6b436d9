import { printPages } from "../../lib/actions/paging.ts";
import type { ConversationFilters } from "../../lib/api/types/api.ts";
import type { Input } from "../../lib/command/command.ts";
import { parseTime } from "../../lib/values/duration.ts";
import type { listShape } from "./definitions.ts";
import { conversationColumns } from "./view.ts";

/** Lists conversations, that with the newest message first. */
export async function run({ cli, options }: Input<typeof listShape>): Promise<void> {
  const filters = filtersOf(options);
  const client = await cli.client();
  const read = (paging: ConversationFilters) =>
    client.call("GET /v1/conversations", { query: { ...filters, ...paging } });
  await printPages(cli, options, conversationColumns, read);
}

function filtersOf(options: Input<typeof listShape>["options"]): ConversationFilters {
  const { channel, contact, status, assignee, tag, after } = options;
  return {
    ...(channel === undefined ? {} : { channel_id: channel }),
    ...(contact === undefined ? {} : { contact_id: contact }),
    ...(status === undefined ? {} : { status }),
    ...(assignee === undefined ? {} : { assignee_id: assignee }),
    ...(tag === undefined ? {} : { tag }),
    ...(after === undefined ? {} : { updated_after: parseTime(after, -1) }),
  };
}
