import type { ReactNode } from "react";
import type { MessageTypeName } from "../../../../message-types/message-type.ts";
import type { ReceivedType } from "../../../../providers/inbound.ts";
import type { Json } from "./read.ts";

/** Every type that a stored message may have: those that are sent, and those that come in. */
export type StoredType = MessageTypeName | ReceivedType;

/** What a drawing has to draw. */
export type Drawn = {
  /** As the API has it: of any shape while it is written, and of whatever somebody sent. */
  content: Json;
  /** The words that the API has for it, such as of a template with its parameters in place. */
  text: string | null;
  /** Whose template it may be. */
  channelId?: string | null;
  /** Of a poll: who chose each option, as far as it is known. */
  votes?: ReadonlyMap<string, readonly string[]>;
};

/**
 * Where a message stands in a chat: in a `bubble`; `bare`, as a sticker; as a `line` between the others; `nowhere`, since
 * it is seen at another message or by nobody.
 */
export type Stands = "bubble" | "bare" | "line" | "nowhere";

export type Kind = { Draw: (drawn: Drawn) => ReactNode; stands: Stands };
