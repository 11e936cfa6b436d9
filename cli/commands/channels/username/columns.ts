import type { OwnUsername } from "../../../lib/api/types/channels.ts";
import type { Column } from "../../../lib/output/column.ts";

export const usernameColumns: Column<OwnUsername>[] = [
  { title: "username", value: ({ username }) => username },
  { title: "state", value: ({ state }) => state, kind: "status" },
];

/** The argument of what only official numbers have. */
export const officialChannel = {
  id: { of: "channels", description: "Channel of an official number" },
} as const;
