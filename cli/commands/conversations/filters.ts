import { ago } from "../../lib/values/duration.ts";
import { given } from "../../lib/values/given.ts";
import { conversationStatuses } from "./statuses.ts";

export const holders = ["business", "agent"] as const;

/** Which conversations are listed, counted or taken. */
export const filterArguments = {
  q: { description: "Words to search for in the name, user name or number", optional: true },
} as const;

export const filterOptions = {
  channel: { value: "id", of: "channels", description: "Only of this channel" },
  contact: { value: "id", of: "contacts", description: "Only with this contact" },
  status: {
    value: "status",
    choices: [...conversationStatuses, "all"],
    description: "Only with this status (default: all)",
  },
  assignee: { value: "id", of: "colleagues", description: "Only assigned to this user, `me`, or `none`" },
  team: { value: "id", of: "teams", description: "Only of this team, of yours (`mine`), or `none`" },
  tag: { value: "name", of: "tags", description: "Only with this tag" },
  unread: { description: "Only with messages that you have not read" },
  unanswered: { description: "Only those whose person waits for an answer" },
  contacted: {
    value: "which",
    choices: ["yes", "no"],
    description: "Only those that only broadcasts and keys wrote to, or (`no`) only others",
  },
  archived: {
    value: "which",
    choices: ["yes", "no"],
    description: "Only archived ones, or (`no`) only others",
  },
  held: { description: "Only those that somebody holds" },
  snoozed: { description: "Only snoozed ones" },
  "handled-by": {
    value: "holder",
    choices: holders,
    description: "Only those that the `business` answers, or Meta's `agent`",
  },
  since: { value: "time", description: "Only changed since: 2h, 7d (ago) or a date" },
} as const;

type Filters = {
  [Name in keyof typeof filterOptions]: (typeof filterOptions)[Name] extends { value: string }
    ? string | undefined
    : boolean;
};

/** The query that the words and options ask for. */
export function filterQuery(
  q: string | undefined,
  {
    channel,
    contact,
    status,
    assignee,
    team,
    tag,
    unread,
    unanswered,
    contacted,
    archived,
    held,
    snoozed,
    since,
    ...more
  }: Filters,
) {
  return given({
    q,
    unread: unread || undefined,
    unanswered: unanswered || undefined,
    contacted: contacted === undefined ? undefined : contacted === "yes",
    archived: archived === undefined ? undefined : archived === "yes",
    held: held || undefined,
    snoozed: snoozed || undefined,
    handled_by: holders.find((one) => one === more["handled-by"]),
    channel_id: channel,
    contact_id: contact,
    status: conversationStatuses.find((one) => one === status),
    assignee_id: assignee,
    team_id: team,
    tag,
    updated_after: ago(since),
  });
}
