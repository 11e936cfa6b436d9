import { Type } from "../../../../lib/typebox.ts";
import { invalidValue } from "../../http/errors.ts";
import { strict, wamid } from "../../http/schema.ts";
import { defineKind } from "./kind.ts";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;

export const reaction = defineKind(
  "reaction",
  strict({ message_id: wamid, emoji: Type.String({ maxLength: 64 }) }),
  ({ emoji }) =>
    isOneEmoji(emoji) ? null : invalidValue("Param reaction['emoji'] must be one emoji or empty"),
);

/** The empty string takes a reaction back. */
function isOneEmoji(text: string): boolean {
  return text === "" || (EMOJI.test(text) && [...graphemes.segment(text)].length === 1);
}
