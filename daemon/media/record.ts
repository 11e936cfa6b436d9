import { daysOf, type Keeping } from "../../db/maintenance/kept.ts";
import type { MediaRow } from "../../db/media/media.ts";
import { Type } from "../lib/typebox.ts";

const DAY_MS = 24 * 3600_000;
const maybe = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);

export const DirectionSchema = Type.Union([Type.Literal("inbound"), Type.Literal("outbound")], {
  description: "`outbound`: uploaded to be sent; `inbound`: came with a message",
});

/** A file, as the API shows it. */
export const MediaSchema = Type.Object(
  {
    id: Type.String({ examples: ["med_01JDB2M5S8V0ZC3K7Q2M4N6P93"] }),
    direction: DirectionSchema,
    kind: Type.String({ description: "The type of message that shows it", examples: ["document"] }),
    mime_type: maybe(Type.String({ description: "As its bytes show it", examples: ["application/pdf"] })),
    size: maybe(Type.Integer({ description: "In bytes", examples: [48_213] })),
    sha256: maybe(Type.String()),
    filename: maybe(Type.String({ examples: ["menu.pdf"] })),
    width: maybe(Type.Integer({ description: "In pixels" })),
    height: maybe(Type.Integer({ description: "In pixels" })),
    duration_seconds: maybe(Type.Number()),
    state: Type.Union([Type.Literal("ready"), Type.Literal("pending"), Type.Literal("failed")], {
      description: "`ready`: it can be downloaded; `pending`: it is being fetched",
    }),
    channel_id: maybe(Type.String({ description: "Of the message that it came with" })),
    message_id: maybe(Type.String({ description: "The message that it came with" })),
    created_at: Type.String({ format: "date-time" }),
    expires_at: Type.String({ format: "date-time", description: "When it is deleted" }),
  },
  {
    title: "Media",
    examples: [
      {
        ...{ id: "med_01JDB2M5S8V0ZC3K7Q2M4N6P93", direction: "outbound", kind: "document" },
        ...{ mime_type: "application/pdf", size: 48_213, filename: "menu.pdf", state: "ready" },
        sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        ...{ width: null, height: null, duration_seconds: null, channel_id: null, message_id: null },
        ...{ created_at: "2026-11-20T09:00:00.000Z", expires_at: "2027-02-18T09:00:00.000Z" },
      },
    ],
  },
);

/** A file's record, with when its organisation keeps it no longer. */
export function showMedia(row: MediaRow, keeping: Keeping) {
  const kept = row.renewed_at ?? row.created_at;
  const days = daysOf(keeping, "files", row.channel_id);
  return {
    id: row.id,
    direction: row.direction === "inbound" ? ("inbound" as const) : ("outbound" as const),
    kind: row.kind,
    mime_type: row.mime_type,
    size: row.size === null ? null : Number(row.size),
    sha256: row.sha256,
    filename: row.file_name,
    width: row.width,
    height: row.height,
    duration_seconds: row.duration_seconds,
    state: row.status === "stored" ? ("ready" as const) : row.status,
    channel_id: row.channel_id,
    message_id: row.message_id,
    created_at: row.created_at.toISOString(),
    expires_at: new Date(kept.getTime() + days * DAY_MS).toISOString(),
  };
}
