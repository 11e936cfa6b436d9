import { type Static, Type } from "../lib/typebox.ts";
import type { PastMessage, PastSource } from "../providers/past-message.ts";
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

const TextSchema = Type.Object(
  {
    id: Type.String({
      minLength: 1,
      maxLength: 200,
      description: "WhatsApp's id of it, or one of your own: what has the same id is the same message",
    }),
    phone_number: Type.String({ pattern: "^\\+[0-9]{5,20}$", description: "The person on the other side" }),
    direction: Type.Union([Type.Literal("inbound"), Type.Literal("outbound")]),
    text: Type.String({ minLength: 1, maxLength: 65_536 }),
    at: Type.String({ format: "date-time" }),
    status: Type.Optional(
      Type.Union(
        ["sent", "delivered", "read", "failed"].map((name) => Type.Literal(name as PastMessage["status"])),
        { description: "Of an outbound one; `sent` if it is left out" },
      ),
    ),
    reply_to: Type.Optional(
      Type.String({ maxLength: 200, description: "The id of the one that it answers" }),
    ),
  },
  { title: "PastText" },
);

/** A message that is known by its text alone. */
export type PastText = Static<typeof TextSchema>;

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
    messages: Type.Optional(
      Type.Array(WebMessageSchema, { maxItems: 500, description: "As programs of WhatsApp Web have them" }),
    ),
    texts: Type.Optional(Type.Array(TextSchema, { maxItems: 500, description: "As all others have them" })),
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
