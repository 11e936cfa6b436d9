import type { RequestFilters } from "../../lib/api/types/logs.ts";
import type { EventFilters } from "../../lib/api/types/webhooks.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { given } from "../../lib/values/given.ts";
import { normalizeRecipient } from "../../lib/values/recipient.ts";
import { MESSAGE_EVENTS, type MessageEntry, type RequestEntry } from "./lines.ts";
import type { TailOptions } from "./options.ts";

/** What to print of each source: the query of the API, and a filter of its results; null for nothing. */
export type Wanted = {
  requests: { filters: RequestFilters; shows(entry: RequestEntry): boolean } | null;
  messages: { filters: EventFilters; shows(entry: MessageEntry): boolean } | null;
};

const REQUEST_STATUS = /^[1-5](\d\d|xx)$/;
const MESSAGE_STATUSES = [
  ...["queued", "scheduled", "sent", "delivered", "read", "played", "failed", "cancelled", "received"],
];

/** Reads the filters of the command line. Throws a usage failure for a status there is not, and when nothing could match. */
export function wantedOf(options: TailOptions): Wanted {
  const statuses = listOf(options.status).map((status) => status.toLowerCase());
  const ofRequests = statuses.filter((status) => REQUEST_STATUS.test(status));
  const ofMessages = statuses.filter((status) => MESSAGE_STATUSES.includes(status));
  const unknown = statuses.find((status) => !ofRequests.includes(status) && !ofMessages.includes(status));
  if (unknown !== undefined) throw unknownStatus(unknown);

  const aboutRequests = ofRequests.length > 0 || options.method.length > 0 || options.path !== undefined;
  const aboutMessages = ofMessages.length > 0 || options.to !== undefined || options.number !== undefined;
  const shown = {
    requests: (options.requests || !options.messages) && (aboutRequests || !aboutMessages),
    messages: (options.messages || !options.requests) && (aboutMessages || !aboutRequests),
  };
  if (!shown.requests && !shown.messages) throw nothingMatches(options);
  return {
    requests: shown.requests ? requestsOf(options, ofRequests) : null,
    messages: shown.messages ? messagesOf(options, ofMessages) : null,
  };
}

function requestsOf(options: TailOptions, statuses: readonly string[]): NonNullable<Wanted["requests"]> {
  const { path, errors, channel, message } = options;
  const methods = listOf(options.method);
  const wanted = statuses.length === 0 && errors ? ["4xx", "5xx"] : statuses;
  return {
    filters: given({
      status: wanted.length === 0 ? undefined : wanted.join(","),
      method: methods.length === 0 ? undefined : methods.join(","),
      path,
    }),
    shows: ({ status, path: requested }) =>
      (!errors || status >= 400) &&
      [channel, message].every((id) => id === undefined || requested.split("/").includes(id)),
  };
}

function messagesOf(options: TailOptions, statuses: readonly string[]): NonNullable<Wanted["messages"]> {
  const { errors, channel, message } = options;
  const to = options.to === undefined ? undefined : normalizeRecipient(options.to);
  const number = options.number === undefined ? undefined : normalizeRecipient(options.number);
  return {
    filters: {
      type: MESSAGE_EVENTS,
      ...given({ channel_id: channel }),
    },
    shows: (entry) =>
      (!errors || entry.status === "failed") &&
      (statuses.length === 0 || statuses.includes(entry.status)) &&
      (message === undefined || entry.message_id === message.toLowerCase()) &&
      (to === undefined || (entry.direction === "out" && entry.number === to)) &&
      (number === undefined || entry.number === number),
  };
}

function listOf(given: readonly string[]): string[] {
  return given.flatMap((list) => list.split(",")).map((one) => one.trim());
}

function unknownStatus(status: string) {
  return usageFailure(
    `--status: there is no status '${status}'`,
    `For requests: 429, 4xx, 5xx and so on. For messages: ${MESSAGE_STATUSES.join(", ")}.`,
  );
}

function nothingMatches({ requests }: TailOptions) {
  return requests
    ? usageFailure("these filters apply to messages", "Leave out --requests.")
    : usageFailure("these filters apply to requests", "Leave out --messages.");
}
