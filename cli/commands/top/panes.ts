import type { Overview } from "../../lib/api/types/overview.ts";
import {
  channelColumns,
  endpointColumns,
  errorColumns,
  groupColumns,
  laneColumns,
  type PaneColumn,
} from "./columns.ts";
import { groupErrors } from "./groups.ts";

export const PANES = ["channels", "lanes", "endpoints", "errors"] as const;
export type Pane = (typeof PANES)[number];

/** A list of the overview with its columns, its rows known by an id. */
export type PaneContents<Row = unknown> = {
  columns: readonly PaneColumn<Row>[];
  rows: readonly { id: string; row: Row }[];
  /** The text in place of rows. */
  nothing: string;
};

/** A list with any kind of rows, for code that only shows it. */
// biome-ignore lint/suspicious/noExplicitAny: a table of lists whose rows differ has no narrower type
export type AnyPane = PaneContents<any>;

/** Every error as a row of its own: for scripts. */
export function everyError({ errors }: Overview): AnyPane {
  return { ...NO_ERRORS, columns: errorColumns, rows: errors.map((row) => ({ id: row.id, row })) };
}

/** The rows of an overview that a pane shows. */
export function contentsOf(overview: Overview, pane: Pane): AnyPane {
  return READ[pane](overview);
}

const NO_ERRORS = { nothing: "none in the last hour" };
const READ: Record<Pane, (overview: Overview) => AnyPane> = {
  channels: ({ channels }) => ({
    columns: channelColumns,
    rows: channels.map((row) => ({ id: row.id, row })),
    nothing: "none yet: waypost channels create, or waypost channels pair",
  }),
  lanes: ({ lanes }) => ({
    columns: laneColumns,
    rows: lanes.map((row) => ({ id: `${row.kind} ${row.lane_id}`, row })),
    nothing: "none yet: every channel and endpoint has one",
  }),
  endpoints: ({ endpoints }) => ({
    columns: endpointColumns,
    rows: (endpoints ?? []).map((row) => ({ id: row.id, row })),
    nothing:
      endpoints === null
        ? "needs the permission webhooks:manage"
        : "none yet: waypost endpoints create <url>",
  }),
  errors: ({ errors }) => ({ ...NO_ERRORS, columns: groupColumns, rows: groupErrors(errors) }),
};
