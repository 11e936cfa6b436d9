import type { Key } from "../../lib/api/types/access.ts";
import type { Column } from "../../lib/output/column.ts";

export const keyColumns: Column<Key>[] = [
  { title: "id", value: (key) => key.id },
  { title: "name", value: (key) => key.name, cut: true },
  { title: "last4", value: (key) => key.last4 },
  { title: "permissions", value: (key) => key.permissions, cut: 24 },
  { title: "channels", value: (key) => key.channel_ids, optional: true },
  { title: "agent writes to", value: (key) => key.agent?.recipients ?? null, optional: true },
  { title: "while held", value: (key) => key.bot?.when_held ?? null, optional: true },
  { title: "made by", value: (key) => key.created_by, optional: true },
  { title: "last used", value: (key) => key.last_used_at, kind: "time", optional: true },
  { title: "expires", value: (key) => key.expires_at, kind: "time", optional: true },
  { title: "created", value: (key) => key.created_at, kind: "time", optional: true },
];
