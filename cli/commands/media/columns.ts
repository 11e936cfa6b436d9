import type { Media } from "../../lib/api/types/media.ts";
import type { Column } from "../../lib/output/column.ts";

export const mediaColumns: Column<Media>[] = [
  { title: "id", value: (file) => file.id },
  { title: "direction", value: (file) => file.direction, optional: 2 },
  { title: "kind", value: (file) => file.kind },
  { title: "type", value: (file) => file.mime_type, optional: 4 },
  { title: "size", value: (file) => file.size },
  { title: "name", value: (file) => file.filename, cut: true },
  { title: "state", value: (file) => file.state, kind: "status" },
  { title: "created", value: (file) => file.created_at, kind: "time", optional: 3 },
];

export const mediaDetails: Column<Media>[] = [
  ...mediaColumns,
  { title: "width", value: (file) => file.width },
  { title: "height", value: (file) => file.height },
  { title: "seconds", value: (file) => file.duration_seconds },
  { title: "sha256", value: (file) => file.sha256 },
  { title: "channel", value: (file) => file.channel_id },
  { title: "message", value: (file) => file.message_id },
  { title: "expires", value: (file) => file.expires_at, kind: "time" },
];
