/**
 * A draft of a message on a paired number, as its type's encoder makes it: plain data, without anything of WhatsApp's
 * protocol. The sender of this folder turns it into Baileys' form.
 */

/** The message that is quoted, by WhatsApp's id. */
export type Quote = { id: string; participant?: string };

/** A file by link: fetched by ourselves, never by Baileys. */
export type DraftFile = {
  kind: "image" | "video" | "audio" | "document" | "sticker";
  url: string;
  caption?: string | undefined;
  fileName?: string | undefined;
  /** The MIME type the client named; the file's own type takes precedence. */
  mimeType?: string | undefined;
  /** An audio file is played as a voice message. */
  voice?: boolean;
};

/** How a link is shown below a text. */
export type LinkPreview = {
  url: string;
  title: string;
  description?: string | undefined;
  thumbnailUrl?: string | undefined;
};

/** The content that the person sees. */
export type DraftContent =
  | { show: "text"; text: string; preview?: LinkPreview }
  | { show: "file"; file: DraftFile }
  | { show: "location"; latitude: number; longitude: number; name: string; address: string }
  | { show: "contact"; fullName: string; phone: string; organization?: string | undefined }
  | { show: "poll"; question: string; options: string[]; selectable: number };

/** One answer that the person can choose by its number or its title. */
export type Choice = { label: string; id: string; title: string; description?: string };

/** How a message looks that paired numbers can't send as it is. */
export type Rendered = {
  /** The text that the person reads in its place. */
  text: string;
  /** The type of message that a reply by number or title becomes; there are no replies when `choices` is empty. */
  reply: "button_reply" | "list_reply" | "template_button_reply";
  choices: Choice[];
};

export type Draft =
  | { do: "send"; content: DraftContent; quote?: Quote; mentions?: string[]; rendered?: Rendered }
  | { do: "react"; messageId: string; emoji: string; fromMe: boolean; participant?: string | undefined }
  | { do: "edit"; messageId: string; text: string }
  | { do: "delete"; messageId: string; fromMe: boolean; participant?: string | undefined }
  | { do: "read"; messageId: string; typing: boolean }
  | { do: "presence"; presence: Presence; durationMs: number }
  | { do: "status"; messageId: string }
  | { do: "download"; messageId: string };

export type Presence = "composing" | "recording" | "paused" | "available" | "unavailable";
