import type { QueryOf } from "../../api/call.ts";
import { filterNames } from "../../api/filter-names.ts";
import { optionsOf } from "../../parts/as-command.tsx";
import type { Option } from "../../parts/fields/select.tsx";
import { dayFilters, type Filter } from "../../parts/filters.tsx";
import { TYPE_NAMES } from "../../parts/phone/type-names.ts";
import { MESSAGES } from "../../view-words.ts";

/** Every filter of the list, by its name in the API. */
export const NAMES = filterNames<"GET /v1/messages">()(
  [
    ...(["channel_id", "direction", "status", "type", "to", "created_after", "created_before"] as const),
    ...(["contact_id", "conversation_id", "recipient", "broadcast_id"] as const),
  ],
  {},
);

export type Chosen = { [Name in (typeof NAMES)[number]]?: string };

/** Filters that are set by a link rather than typed; shown when one is set, or asked for. */
export const RARE = ["contact_id", "conversation_id", "recipient", "broadcast_id"] as const;

export function filtersOf(channels: readonly Option[], hasRare: boolean): readonly Filter[] {
  const { statuses, directions } = MESSAGES;
  const { received: _, ...known } = statuses;
  const usual: readonly Filter[] = [
    { name: "to", label: MESSAGES.toPlaceholder, kind: "text" },
    { name: "channel_id", label: MESSAGES.channel, kind: "choice", options: channels },
    { name: "direction", label: MESSAGES.direction, kind: "choice", options: choicesOf(directions) },
    { name: "status", label: MESSAGES.status, kind: "choice", options: choicesOf(known) },
    { name: "type", label: MESSAGES.type, kind: "choice", options: choicesOf(TYPE_NAMES) },
    { name: "created_after", label: MESSAGES.since, kind: "date" },
    { name: "created_before", label: MESSAGES.until, kind: "date" },
  ];
  if (!hasRare) return usual;
  return [
    ...usual,
    { name: "contact_id", label: MESSAGES.contact, kind: "text", placeholder: "ct_…" },
    { name: "conversation_id", label: MESSAGES.conversation, kind: "text", placeholder: "cv_…" },
    { name: "broadcast_id", label: MESSAGES.broadcast, kind: "text", placeholder: "bc_…" },
    { name: "recipient", label: MESSAGES.recipient, kind: "text", placeholder: "US.… / …@lid" },
  ];
}

/** What the API is asked for: days begin by the clock of the person who looks. */
export function queryOf(chosen: Chosen): QueryOf<"GET /v1/messages"> {
  const { created_after: since = "", created_before: until = "", ...others } = chosen;
  const { since: created_after, until: created_before } = dayFilters({ since, until });
  return {
    ...others,
    ...(created_after === undefined ? {} : { created_after }),
    ...(created_before === undefined ? {} : { created_before }),
  };
}

const OPTIONS = {
  channel_id: "--channel",
  direction: "--direction",
  status: "--status",
  type: "--type",
  to: "--to",
  recipient: "--to",
  contact_id: "--contact",
  conversation_id: "--conversation",
  broadcast_id: "--broadcast",
  created_after: "--since",
  created_before: "--until",
} as const;

/** The same list on the command line. */
export function commandOf(chosen: Chosen): string {
  return `messages list${optionsOf(chosen, OPTIONS)}`;
}

/** What cancels the messages of the list that wait, on the command line. */
export function cancelCommandOf(chosen: Chosen): string {
  const { direction: _, ...filters } = chosen;
  const options = optionsOf(filters, OPTIONS);
  return `messages cancel${options === "" ? " --all" : options}`;
}

function choicesOf(words: Readonly<Record<string, string>>): readonly Option[] {
  return Object.entries(words).map(([value, label]) => ({ value, label }));
}
