import type { Static, TSchema } from "@sinclair/typebox";
import type { TemplateDefinition } from "../../../db/templates/templates.ts";
import type { Platform } from "../../providers/provider.ts";
import type { Draft } from "../../providers/whatsapp-web/encode/draft.ts";

/** Every value of a message's `type`, in the order of the specification. */
export const MESSAGE_TYPES = [
  "text",
  "image",
  "video",
  "audio",
  "document",
  "sticker",
  "template",
  "buttons",
  "list",
  "location",
  "location_request",
  "contact",
  "reaction",
  "mark_as_read",
  "cta_url",
  "media_carousel",
  "product_carousel",
  "single_product",
  "multi_product",
  "catalog",
  "link",
  "poll",
  "address",
  "presence",
  "edit_message",
  "delete_message",
  "message_status_query",
  "message_media_download",
] as const;

export type MessageTypeName = (typeof MESSAGE_TYPES)[number];

/**
 * The body of a message for one platform, without the envelope all messages of
 * the platform share. Members that are undefined are absent: JSON has none.
 */
export type Encoder<Content> = (content: Content) => Record<string, unknown>;

/** What an encoder is told beside the content. */
export type DraftContext = {
  /** Of a template message: its definition, when one is known here. */
  template: TemplateDefinition | null;
  /** Digits of the number it is sent from; null while nobody knows it. */
  ownPhone: string | null;
};

/** What a paired number does for a message. Throws `DraftImpossible`. */
export type DraftEncoder<Content> = (content: Content, context: DraftContext) => Draft;

/**
 * One message type: everything about it that the rest of the daemon asks.
 * `null` as an encoder says that the platform cannot do it.
 */
export type MessageType<Schema extends TSchema = TSchema> = {
  type: MessageTypeName;
  /** The canonical content with its limits; what is stored and what the encoders get. */
  schema: Schema;
  /** Turns the aliases a client may use into the canonical content. Gets any object; leaves what it does not know. */
  canonical(content: Record<string, unknown>): Record<string, unknown>;
  /** What the schema cannot say, and what only one platform asks for; throws `ContentRefused`. */
  check?(content: Static<Schema>, platform: Platform): void;
  /** True when it is sent to a person and gets a provider id and statuses; false for operations. */
  addressed: boolean;
  official: Encoder<Static<Schema>> | null;
  unofficial: DraftEncoder<Static<Schema>> | null;
  /** Paired numbers show it as plain text and media: they have nothing of this kind. */
  simplified?: true;
  /** Contents for the API's documentation; each is valid. */
  examples: readonly Static<Schema>[];
};

/** Declares a message type with its content's type inferred from its schema. */
export function messageType<Schema extends TSchema>(type: MessageType<Schema>): MessageType<Schema> {
  return type;
}

/** Whether a platform can do a type at all. */
export function supports(platform: Platform, type: Pick<MessageType, "official" | "unofficial">): boolean {
  return (platform === "whatsapp_official" ? type.official : type.unofficial) !== null;
}
