import { documented } from "../http/openapi/documentation.ts";
import { Type } from "../lib/typebox.ts";

/** What came of messages of the past. */
const KeptPastSchema = Type.Object(
  {
    stored: Type.Integer({ description: "New ones" }),
    known: Type.Integer({ description: "Those that were there already, by the provider's id" }),
    too_old: Type.Integer({ description: "Older than what the organisation keeps" }),
    left_out: Type.Integer({
      description: "What nobody would see as a message, such as a key of a group, and what can't be read",
    }),
  },
  { title: "KeptPast", examples: [{ stored: 198, known: 0, too_old: 0, left_out: 2 }] },
);

export const documentedKeep = documented({
  operation: "keepPast",
  summary: "Bring the past in from another program",
  description:
    "Stores the number's contacts and its earlier messages. Messages appear in their conversations, and can be searched and quoted. They cause no events, unread marks, costs or opt-outs. You can send the same again: what is stored already stays as it is. `waypost move-in` reads other programs' databases and sends what they have in this form. At most 32 MiB.",
  keepsNothing: true,
  responses: { 200: { description: "What came of them", schema: KeptPastSchema } },
});
