import type { CancellationFilters } from "../../lib/api/types/messages.ts";
import type { OptionValues } from "../../lib/command/definition.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { yesOption } from "../../lib/input/agree.ts";
import { namedBy } from "../send/recipient.ts";
import { messageFilters } from "./filters.ts";

export const cancelOptions = {
  channel: { value: "id", of: "channels", description: "Those of this channel" },
  conversation: { value: "id", of: "conversations", description: "Those of this conversation" },
  contact: { value: "id", of: "contacts", description: "Those to this contact" },
  status: {
    value: "status",
    choices: ["queued", "scheduled"],
    description: "Those with this status (default: both)",
  },
  type: { value: "type", description: "Those of this type, for example template" },
  to: {
    value: "recipient",
    description: "Those to this number, user id, contact (ct_…) or conversation (cv_…)",
  },
  since: { value: "time", description: "Those accepted since: 2h, 7d (ago) or a date" },
  until: { value: "time", description: "Those accepted before: 2h, 7d (ago) or a date" },
  all: { description: "Everything that waits" },
  wait: { description: "Wait until all are cancelled, at most --timeout (default 10m)" },
  ...yesOption,
} as const;

/** The filters that options give; none when no option names messages. */
export function filtersOf(options: OptionValues<typeof cancelOptions>): CancellationFilters {
  const { to, ...others } = options;
  const filters = { ...messageFilters(others), ...(to === undefined ? {} : namedBy(to)) };
  if (!options.all) return filters;
  if (Object.keys(filters).length > 0) throw usageFailure("--all can't be combined with other filters");
  return { all: true };
}
