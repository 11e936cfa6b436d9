import type { CancellationFilters } from "../../lib/api/types/api.ts";
import type { Input } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { parseTime } from "../../lib/values/duration.ts";
import { normalizeRecipient } from "../../lib/values/recipient.ts";
import type { cancelShape } from "./definitions.ts";

/** The filters that options give; none when no option names messages. */
export function filtersOf(options: Input<typeof cancelShape>["options"]): CancellationFilters {
  const { channel, conversation, contact, status, type, to, after, before, all } = options;
  const filters = {
    ...(channel === undefined ? {} : { channel_id: channel }),
    ...(conversation === undefined ? {} : { conversation_id: conversation }),
    ...(contact === undefined ? {} : { contact_id: contact }),
    ...(status === undefined ? {} : { status }),
    ...(type === undefined ? {} : { type }),
    ...(to === undefined ? {} : { to: normalizeRecipient(to) }),
    ...(after === undefined ? {} : { created_after: parseTime(after, -1) }),
    ...(before === undefined ? {} : { created_before: parseTime(before, -1) }),
  };
  if (!all) return filters;
  if (Object.keys(filters).length > 0)
    throw usageFailure("--all goes with no other option that names messages");
  return { all };
}
