import type { MessageTypeName } from "../../../message-types/message-type.ts";

/** An object of a body, of which nothing is known. */
export type Part = Record<string, unknown>;

/** A message of Meta's, as `POST /v1/messages` takes it. */
export type Translated = { type: MessageTypeName; content: Part };

const LONGEST_NAME = 40;

/** A type as it was given, for a refusal: its beginning, where it is long. */
export function named(type: unknown): string {
  return JSON.stringify(typeof type === "string" ? type.slice(0, LONGEST_NAME) : typeof type);
}
