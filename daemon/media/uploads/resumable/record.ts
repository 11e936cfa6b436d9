import type { ResumableUpload } from "../../../../db/media/resumable.ts";
import { Type } from "../../../lib/typebox.ts";

const HOUR_MS = 3600_000;
/** How long after the last byte an upload can continue. */
export const KEPT_MS = 24 * HOUR_MS;

const maybe = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);

/** A resumable upload, as the API shows it. */
export const ResumableSchema = Type.Object(
  {
    id: Type.String({ examples: ["upl_01JDB2M5S8V0ZC3K7Q2M4N6P93"] }),
    length: Type.Integer({ description: "All that is to come, in bytes", examples: [48_213_000] }),
    offset: Type.Integer({ description: "The received bytes: where to continue", examples: [8_388_608] }),
    filename: maybe(Type.String({ examples: ["catalogue.pdf"] })),
    sha256: maybe(Type.String({ description: "The announced sum of the bytes" })),
    as: maybe(Type.String()),
    convert: maybe(Type.String()),
    media_id: maybe(Type.String({ description: "The finished file" })),
    created_at: Type.String({ format: "date-time" }),
    expires_at: Type.String({
      format: "date-time",
      description: "When it is forgotten, unless it continues",
    }),
  },
  {
    title: "ResumableUpload",
    examples: [
      {
        ...{ id: "upl_01JDB2M5S8V0ZC3K7Q2M4N6P93", length: 48_213_000, offset: 8_388_608 },
        ...{ filename: "catalogue.pdf", as: null, convert: null, media_id: null },
        sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        ...{ created_at: "2026-11-20T09:00:00.000Z", expires_at: "2026-11-21T09:00:07.000Z" },
      },
    ],
  },
);

/** The record of an upload. */
export function showResumable(row: ResumableUpload) {
  return {
    id: row.id,
    length: row.length,
    offset: row.received,
    filename: row.file_name,
    sha256: row.sha256,
    as: row.made_for,
    convert: row.converted_to,
    media_id: row.media_id,
    created_at: row.created_at.toISOString(),
    expires_at: expiryOf(row).toISOString(),
  };
}

/** When an upload is forgotten. */
export function expiryOf({ updated_at }: ResumableUpload): Date {
  return new Date(updated_at.getTime() + KEPT_MS);
}
