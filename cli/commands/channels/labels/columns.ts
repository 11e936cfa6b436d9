import type { ChannelLabel } from "../../../lib/api/types/channels.ts";
import type { Column } from "../../../lib/output/column.ts";

export const labelColumns: Column<ChannelLabel>[] = [
  { title: "id", value: ({ id }) => id },
  { title: "name", value: ({ name }) => name },
];
