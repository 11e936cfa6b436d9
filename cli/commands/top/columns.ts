import type {
  OverviewChannel,
  OverviewEndpoint,
  OverviewError,
  OverviewLane,
} from "../../lib/api/types/overview.ts";
import type { Column } from "../../lib/output/column.ts";
import type { ErrorGroup } from "./groups.ts";

/** A column of a pane, of a width that does not change with what is in it. */
export type PaneColumn<Row> = Column<Row> & {
  /** In columns of the terminal; the least of one that grows. */
  width: number;
  /** Takes a share of what room is left, up to so many columns. */
  grows?: number;
  right?: true;
  /** Columns of a higher rank go first where there is no room for all. */
  rank: number;
};

type Waits = { waiting: number; counted_all: boolean; oldest_due_at: string | null };

const waitingColumn: PaneColumn<Waits> = {
  title: "waiting",
  value: ({ waiting, counted_all }) => (counted_all ? waiting : `${waiting}+`),
  ...{ width: 7, right: true, rank: 1 },
};
const oldestColumn: PaneColumn<Waits> = {
  title: "oldest",
  value: ({ oldest_due_at }) => oldest_due_at,
  kind: "time",
  ...{ width: 7, right: true, rank: 1 },
};

export const channelColumns: PaneColumn<OverviewChannel>[] = [
  { title: "channel", value: ({ name }) => name, width: 14, grows: 40, rank: 0 },
  { title: "status", value: statusOf, kind: "status", width: 12, rank: 0 },
  waitingColumn,
  oldestColumn,
  { title: "changed", value: (row) => row.changed_at, kind: "time", width: 7, right: true, rank: 3 },
  { title: "quality", value: (row) => row.quality_rating, width: 7, rank: 4 },
  { title: "per second", value: (row) => row.rate_per_second, width: 10, right: true, rank: 6 },
  { title: "phone", value: (row) => row.phone_number, width: 16, rank: 5 },
  { title: "seen", value: (row) => row.last_seen_at, kind: "time", width: 7, right: true, rank: 7 },
  { title: "reason", value: reasonOf, width: 20, grows: 160, rank: 2 },
];

export const laneColumns: PaneColumn<OverviewLane>[] = [
  { title: "lane", value: ({ name }) => name, width: 16, grows: 48, rank: 0 },
  { title: "of", value: ({ kind }) => KINDS[kind] ?? kind, width: 8, rank: 0 },
  waitingColumn,
  oldestColumn,
  { title: "next", value: (row) => row.next_due_at, kind: "time", width: 7, right: true, rank: 3 },
  { title: "state", value: ({ state }) => state, kind: "status", width: 8, rank: 2 },
  { title: "until", value: (row) => row.resumes_at, kind: "time", width: 7, right: true, rank: 4 },
];

export const endpointColumns: PaneColumn<OverviewEndpoint>[] = [
  { title: "endpoint", value: ({ url }) => url, width: 24, grows: 64, rank: 0 },
  { title: "state", value: ({ state }) => state, kind: "status", width: 8, rank: 0 },
  waitingColumn,
  oldestColumn,
  { title: "failing", value: (row) => row.failing_since, kind: "time", width: 7, right: true, rank: 3 },
  { title: "failed", value: ({ failures }) => failures || null, width: 6, right: true, rank: 5 },
  { title: "next try", value: (row) => row.resumes_at, kind: "time", width: 8, right: true, rank: 4 },
  { title: "last error", value: whyOf, width: 14, grows: 160, rank: 2 },
];

export const errorColumns: PaneColumn<OverviewError>[] = [
  { title: "error", value: ({ name }) => name, width: 16, grows: 48, rank: 0 },
  { title: "of", value: ({ kind }) => kind, width: 8, rank: 4 },
  { title: "when", value: ({ at }) => at, kind: "time", width: 7, right: true, rank: 1 },
  { title: "code", value: ({ code }) => code, width: 21, rank: 0 },
  { title: "detail", value: ({ detail }) => detail, width: 20, grows: 160, rank: 3 },
];

/** Errors of one kind as one row. */
export const groupColumns: PaneColumn<ErrorGroup>[] = errorColumns.flatMap((column) =>
  column.title === "when"
    ? [column, { title: "times", value: ({ times }: ErrorGroup) => times, width: 5, right: true, rank: 2 }]
    : [column],
);

/** The kinds of lane items. */
const KINDS: Readonly<Record<string, string>> = {
  channel: "messages",
  endpoint: "webhooks",
  media: "files",
  import: "imports",
};

/** That its owner paused it is said of a channel that could send otherwise. */
function statusOf({ status, paused }: OverviewChannel): string {
  return paused && status === "connected" ? "paused" : status;
}

function reasonOf({ status, status_reason, paused }: OverviewChannel): string {
  const held = paused && status !== "connected" ? ["paused"] : [];
  return [...held, ...(status_reason === null ? [] : [status_reason])].join("; ");
}

function whyOf({ disabled_reason, last_status, last_error, state }: OverviewEndpoint): string | null {
  if (state === "disabled") return disabled_reason;
  return last_status === null ? last_error : `answered ${last_status}`;
}
