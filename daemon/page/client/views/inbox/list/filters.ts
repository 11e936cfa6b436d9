import type { QueryOf } from "../../../api/call.ts";
import { filterNames } from "../../../api/filter-names.ts";
import { quoted } from "../../../parts/as-command.tsx";
import type { Filter } from "../../../parts/filters.tsx";
import { INBOX } from "../../../view-words.ts";

const { filters: FILTERS } = INBOX;

/** The filters of the list, by the names that the API gives them. */
export const NAMES = filterNames<"GET /v1/conversations">()(
  [
    "q",
    "status",
    "assignee_id",
    "team_id",
    "unread",
    "unanswered",
    "handled_by",
    "held",
    "channel_id",
    "tag",
  ],
  {
    contact_id: "a contact shows its conversations itself",
    snoozed: "the status `snoozed` is offered",
    contacted: "the status `contacted` is offered",
    archived: "the status `archived` is offered",
    updated_after: "for programs that read what changed",
  },
);

export type Chosen = { [Name in (typeof NAMES)[number]]?: string };

const STATUSES = ["open", "snoozed", "closed"] as const;
const HOLDERS = ["business", "agent"] as const;

/** What is read for the filters that are set. */
export function queryOf(filters: Chosen): QueryOf<"GET /v1/conversations"> {
  return { ...countedBy(filters), limit: 100 };
}

/**
 * What is counted for the filters that are set. Without a status, what is open is shown: the rest is done. Those who were
 * only contacted, and those that are archived, are not in it, unless somebody searches.
 */
export function countedBy({ status, unread, unanswered, handled_by, held, ...chosen }: Chosen) {
  const known = STATUSES.find((one) => one === status);
  const holder = HOLDERS.find((one) => one === handled_by);
  return {
    ...chosen,
    ...(status === "all" || status === "archived" ? {} : { status: known ?? "open" }),
    ...contactedOf(status, chosen.q),
    ...archivedOf(status, chosen.q),
    ...(holder === undefined ? {} : { handled_by: holder }),
    ...(held === "true" ? { held: true } : {}),
    ...(unread === "true" ? { unread: true } : {}),
    ...(unanswered === "true" ? { unanswered: true } : {}),
  } satisfies QueryOf<"GET /v1/conversations/counts">;
}

function contactedOf(status: string | undefined, q: string | undefined): { contacted?: boolean } {
  if (status === "contacted") return { contacted: true };
  const isOthers = status === "all" || status === "archived" || status === "snoozed" || status === "closed";
  return isOthers || q ? {} : { contacted: false };
}

function archivedOf(status: string | undefined, q: string | undefined): { archived?: boolean } {
  if (status === "archived") return { archived: true };
  return status === "all" || q ? {} : { archived: false };
}

/** The command that lists the same. */
export function commandOf(chosen: Chosen): string {
  const asked = countedBy(chosen);
  const parts = (Object.keys(ARGUMENTS) as (keyof Asked)[]).map((name) => {
    const value = asked[name];
    return value === undefined || value === "" ? "" : ARGUMENTS[name](String(value));
  });
  return ["conversations list", ...parts].filter(Boolean).join(" ");
}

type Asked = Required<ReturnType<typeof countedBy>>;

/** How the command takes each filter. */
const ARGUMENTS: { readonly [Name in keyof Asked]: (value: string) => string } = {
  q: quoted,
  status: (value) => `--status ${value}`,
  contacted: (value) => `--contacted ${value === "true" ? "yes" : "no"}`,
  archived: (value) => `--archived ${value === "true" ? "yes" : "no"}`,
  assignee_id: (value) => `--assignee ${quoted(value)}`,
  team_id: (value) => `--team ${quoted(value)}`,
  unread: () => "--unread",
  unanswered: () => "--unanswered",
  handled_by: (value) => `--handled-by ${value}`,
  held: () => "--held",
  channel_id: (value) => `--channel ${quoted(value)}`,
  tag: (value) => `--tag ${quoted(value)}`,
};

type Options = readonly { value: string; label: string }[];

export function filtersOf(channels: Options, teams: Options): readonly Filter[] {
  return [
    { name: "q", label: INBOX.q, kind: "text" },
    {
      name: "status",
      label: FILTERS.status,
      kind: "choice",
      unset: FILTERS.statuses.open,
      options: [
        { value: "contacted", label: FILTERS.statuses.contacted },
        { value: "snoozed", label: FILTERS.statuses.snoozed },
        { value: "closed", label: FILTERS.statuses.closed },
        { value: "archived", label: FILTERS.statuses.archived },
        { value: "all", label: FILTERS.all },
      ],
    },
    {
      name: "handled_by",
      label: FILTERS.handledBy,
      kind: "choice",
      options: HOLDERS.map((value) => ({ value, label: FILTERS.holders[value] })),
    },
    {
      name: "held",
      label: FILTERS.held,
      kind: "choice",
      options: [{ value: "true", label: FILTERS.bySomebody }],
    },
    ...(teams.length === 0
      ? []
      : [
          {
            name: "team_id",
            label: FILTERS.team,
            kind: "choice" as const,
            options: [
              { value: "mine", label: FILTERS.myTeams },
              { value: "none", label: FILTERS.noTeam },
              ...teams,
            ],
          },
        ]),
    { name: "channel_id", label: FILTERS.channel, kind: "choice", options: channels },
    { name: "tag", label: FILTERS.tag, kind: "text", tagsOf: "conversations" },
  ];
}
