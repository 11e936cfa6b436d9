import type { Contents } from "../../../message-types/registry.ts";
import type { Quote } from "./draft.ts";

/** The contents that encoders take, by the name of their type. */
export type Content<Name extends keyof Contents> = Contents[Name];

/** The quoted message as a draft has it. */
export function quoteOf({ reply_to }: { reply_to?: Quote }): { quote?: Quote } {
  return reply_to === undefined ? {} : { quote: reply_to };
}

/** The addresses of those who are mentioned, as a draft has them. */
export function mentionsOf({ mentions }: { mentions?: string[] }): { mentions?: string[] } {
  // clients that Java generates send an empty list for none
  if (mentions === undefined || mentions.length === 0) return {};
  return {
    mentions: mentions.map((one) => (one.includes("@") ? one : `${one.replace("+", "")}@s.whatsapp.net`)),
  };
}
