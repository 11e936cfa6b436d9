import { type Static, Type } from "../lib/typebox.ts";
import type { PastSource } from "../providers/past-message.ts";
import { WebMessageSchema } from "./whatsapp-web.ts";

/** The programs that messages may come from. */
const PROGRAMS = [
  ...(["evolution", "waha", "gowa", "openwa", "wuzapi", "chatwoot"] as const),
] satisfies PastSource[];

const PersonSchema = Type.Object(
  {
    phone_number: Type.Optional(Type.String({ pattern: "^\\+[0-9]{5,20}$" })),
    lid: Type.Optional(Type.String({ pattern: "^[0-9]{5,20}$", description: "Digits of their LID" })),
    name: Type.Optional(Type.String({ maxLength: 200 })),
  },
  { title: "PastPerson" },
);

/** What another program has of a number. */
export const KeepBody = Type.Object(
  {
    from: Type.Union(
      PROGRAMS.map((name) => Type.Literal(name)),
      { description: "The program that it comes from" },
    ),
    people: Type.Optional(
      Type.Array(PersonSchema, {
        maxItems: 1000,
        description:
          "Whom the number knows: contacts without an event. A number and a LID together say that they are one person's: send these first",
      }),
    ),
    messages: Type.Optional(Type.Array(WebMessageSchema, { maxItems: 500 })),
  },
  {
    examples: [
      {
        from: "evolution",
        people: [{ phone_number: "+14155550123", lid: "187240155021834", name: "Ada" }],
        messages: [
          {
            key: { id: "3EB0C127D1B2A5F0E4", remoteJid: "14155550123@s.whatsapp.net", fromMe: false },
            message: { conversation: "Is my table booked?" },
            messageTimestamp: 1_764_000_000,
            pushName: "Ada",
          },
        ],
      },
    ],
  },
);

export type Kept = Static<typeof KeepBody>;
