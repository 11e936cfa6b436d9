import { type Static, type TSchema, Type } from "@sinclair/typebox";

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

/** The body of a message for one platform, without the envelope all messages of the platform share. */
export type Encoder<Content> = (content: Content) => Record<string, unknown>;

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
  /** What the schema cannot say; throws `ContentRefused`. */
  check?(content: Static<Schema>): void;
  /** False for operations, which are addressed to a message and not to a person. */
  addressed: boolean;
  official: Encoder<Static<Schema>> | null;
  /** Contents for the API's documentation; each is valid. */
  examples: readonly Static<Schema>[];
};

/** Declares a message type with its content's type inferred from its schema. */
export function messageType<Schema extends TSchema>(type: MessageType<Schema>): MessageType<Schema> {
  return type;
}

/** A content that is refused for more than its schema can say; `path` is within the content. */
export class ContentRefused extends Error {
  constructor(
    readonly path: string,
    message: string,
  ) {
    super(message);
  }
}

/** Moves the value of the first alias present to the canonical name, which wins over all of them. */
export function rename(
  content: Record<string, unknown>,
  canonical: string,
  aliases: readonly string[],
): Record<string, unknown> {
  const given = [canonical, ...aliases].find((name) => content[name] !== undefined);
  const rest = Object.fromEntries(Object.entries(content).filter(([name]) => !aliases.includes(name)));
  return given === undefined ? rest : { ...rest, [canonical]: content[given] };
}

/** Leaves a content as it is: the type has no aliases. */
export function asGiven(content: Record<string, unknown>): Record<string, unknown> {
  return content;
}

/** The message that is quoted. */
export const ReplyTo = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 512, description: "Provider message id to quote" }),
    participant: Type.Optional(Type.String({ maxLength: 128, description: "Needed in some group contexts" })),
  },
  { additionalProperties: false },
);

/** A public https URL. Whether its host may be reached is checked when it is fetched. */
export const MediaUrl = Type.String({
  pattern: "^https://[^\\s]+$",
  maxLength: 2048,
  description: "Public HTTPS URL",
});

/** The quoted message as the Cloud API wants it: `context`, beside the type's own object. */
export function quoting(content: { reply_to?: Static<typeof ReplyTo> }): Record<string, unknown> {
  return content.reply_to === undefined ? {} : { context: { message_id: content.reply_to.id } };
}
