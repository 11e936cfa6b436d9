import type { MessageTypeName } from "../../../message-types/message-type.ts";

/** An object of a body, of which nothing is known. */
export type Part = Record<string, unknown>;

/** A message of Meta's, as `POST /v1/messages` takes it. */
export type Translated = { type: MessageTypeName; content: Part };
