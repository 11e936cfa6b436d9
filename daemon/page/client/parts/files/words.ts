/** The kinds of messages that hold a file. */
export type FileKind = "image" | "video" | "audio" | "sticker" | "document";

export const FILES = {
  sending: (name: string) => `Sending ${name}`,
  storing: "Waiting for the answer",
  remove: (name: string) => `Take ${name} out`,
  file: "File",
  /** As docs/files.md has them. */
  limits: {
    image: "JPEG or PNG, at most 5 MiB",
    video: "MP4 or 3GPP, at most 100 MiB from paired numbers, 16 MiB from official ones",
    audio: "AAC, AMR, MP3, M4A or OGG, at most 16 MiB",
    sticker: "WebP, at most 100 KiB, animated 500 KiB",
    document: "At most 100 MiB. Official numbers take PDF, Word, Excel, PowerPoint and plain text",
  } as const satisfies Record<FileKind, string>,
  convert: "Convert it to what WhatsApp takes",
};
