export type MediaKind = "image" | "video" | "audio" | "document" | "sticker";

const MB = 1_048_576;
const office = "application/vnd.openxmlformats-officedocument";

const LIMITS: readonly { kind: MediaKind; mostBytes: number; types: readonly string[] }[] = [
  { kind: "image", mostBytes: 5 * MB, types: ["image/jpeg", "image/png"] },
  { kind: "video", mostBytes: 16 * MB, types: ["video/mp4", "video/3gpp"] },
  {
    kind: "audio",
    mostBytes: 16 * MB,
    types: ["audio/aac", "audio/amr", "audio/mpeg", "audio/mp4", "audio/ogg"],
  },
  { kind: "sticker", mostBytes: 500 * 1_024, types: ["image/webp"] },
  {
    kind: "document",
    mostBytes: 100 * MB,
    types: [
      ...["text/plain", "application/pdf", "application/msword", "application/vnd.ms-excel"],
      ...["application/vnd.ms-powerpoint", `${office}.wordprocessingml.document`],
      ...[`${office}.spreadsheetml.sheet`, `${office}.presentationml.presentation`],
    ],
  },
];

export const ACCEPTED_TYPES = LIMITS.flatMap(({ types }) => types);

/** The kind of a MIME type and its size limit (Meta, "Media": supported media types); parameters are ignored. */
export function mediaLimit(mimeType: string): { kind: MediaKind; mostBytes: number } | undefined {
  const plain = mimeType.split(";")[0]?.trim().toLowerCase() ?? "";
  return LIMITS.find(({ types }) => types.includes(plain));
}
