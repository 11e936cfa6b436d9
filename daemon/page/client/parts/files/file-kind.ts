/** The kinds of messages that hold a file. */
export type FileKind = "image" | "video" | "audio" | "sticker" | "document";
