import type { Static, TSchema } from "../lib/typebox.ts";

/** Every value of a message's `type`: those of the specification in its order, then others. */
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
  "request_contact_info",
  "call_permission_request",
] as const;

export type MessageTypeName = (typeof MESSAGE_TYPES)[number];

/** One message type: everything about it that is the same on every platform. Its encoding is the provider's. */
export type MessageType<Schema extends TSchema = TSchema> = {
  type: MessageTypeName;
  /** The canonical content with its limits; what is stored and what the encoders get. */
  schema: Schema;
  /** Turns the aliases a client may use into the canonical content. Gets any object; leaves what it does not know. */
  canonical(content: Record<string, unknown>): Record<string, unknown>;
  /** Checks beyond the schema; throws `ContentRefused`. */
  check?(content: Static<Schema>): void;
  /** True when it is sent to a person and gets a provider id and statuses; false for operations. */
  addressed: boolean;
  /** Contents for the API's documentation; each is valid. */
  examples: readonly Static<Schema>[];
};

/** Declares a message type with its content's type inferred from its schema. */
export function messageType<Schema extends TSchema>(type: MessageType<Schema>): MessageType<Schema> {
  return type;
}
