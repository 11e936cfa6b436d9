import type { Contents } from "../../../message-types/registry.ts";
import type { Quote } from "./draft.ts";

/** The contents that encoders take, by the name of their type. */
export type Content<Name extends keyof Contents> = Contents[Name];

/** The quoted message as a draft has it. */
export function quoteOf({ reply_to }: { reply_to?: Quote }): { quote?: Quote } {
  return reply_to === undefined ? {} : { quote: reply_to };
}
