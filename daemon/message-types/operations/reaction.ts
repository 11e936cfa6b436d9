import { Type } from "../../lib/typebox.ts";
import { asGiven } from "../aliases.ts";
import { refuse } from "../checks.ts";
import { MessageId, Participant, strict } from "../fields.ts";
import { messageType } from "../message-type.ts";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|[0-9#*]\ufe0f?\u20e3/u;

/** An emoji on a message of the chat; the empty string takes it back (Meta, "Reaction messages"). */
export const reaction = messageType({
  type: "reaction",
  schema: strict({
    message_id: MessageId,
    reaction: Type.String({ maxLength: 64, description: "One emoji; empty removes the reaction" }),
    from_me: Type.Optional(
      Type.Boolean({
        default: true,
        description: "Whether we sent the message; not needed on official numbers",
      }),
    ),
    participant: Type.Optional(Participant),
  }),
  canonical: asGiven,
  check(content) {
    if (!isOneEmoji(content.reaction)) refuse("/reaction", "expected one emoji, or nothing to take it back");
  },
  addressed: true,
  examples: [
    { message_id: "wamid.HBgLMTU1NTAwMDAwMDE", reaction: "👍" },
    { message_id: "wamid.HBgLMTU1NTAwMDAwMDE", reaction: "" },
  ],
});

/** Graphemes are counted, for many an emoji is several characters joined. */
function isOneEmoji(text: string): boolean {
  return text === "" || (EMOJI.test(text) && [...graphemes.segment(text)].length === 1);
}
