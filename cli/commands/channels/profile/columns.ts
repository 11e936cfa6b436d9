import type { OwnProfile } from "../../../lib/api/types/channels.ts";
import type { Column } from "../../../lib/output/column.ts";

export const profileColumns: Column<OwnProfile>[] = [
  { title: "name", value: ({ name }) => name },
  { title: "about", value: ({ about }) => about },
  { title: "picture", value: ({ picture_url }) => picture_url },
];

/** The argument of what only paired numbers have. */
export const pairedChannel = {
  id: { of: "channels", description: "Channel of a paired number" },
} as const;
