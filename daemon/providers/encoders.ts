import type { MessageTypeName } from "../message-types/message-type.ts";
import type { Contents } from "../message-types/registry.ts";

/** How a platform encodes messages: from a type's content to what is sent. */

export type EncoderContext = {
  /** Of a template message: its definition, when one is known here. */
  template: { components: readonly unknown[] } | null;
  /** Digits of the number it is sent from; null while nobody knows it. */
  ownPhone: string | null;
};

/**
 * The platform's body of a message, without the envelope that all of its
 * messages share. Members that are undefined are absent: JSON has none. Throws
 * `EncodingImpossible`.
 */
export type Encoder<Content> = (content: Content, context: EncoderContext) => Record<string, unknown>;

/** One encoder a message type; `null` says that the platform cannot do it. */
export type Encoders = { [Name in MessageTypeName]: Encoder<Contents[Name]> | null };

/** An invalid place in a content (a JSON pointer), and what is wrong with it. */
export type Complaint = { path: string; message: string };

/** A platform's requirements of contents beyond those of every platform; null when they are met. */
export type Requirements = {
  [Name in MessageTypeName]?: (content: Contents[Name]) => Complaint | null;
};

/** A message that can't be made of a content, for good: it fails with this code. */
export class EncodingImpossible extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}
