import { type Static, Type } from "../lib/typebox.ts";

/** An address on WhatsApp. */
const Jid = Type.String({ minLength: 3, maxLength: 128 });

/** A message as Baileys has it (`WAMessage`), in JSON: what other programs store. */
export const WebMessageSchema = Type.Object(
  {
    key: Type.Object({
      id: Type.String({ minLength: 1, maxLength: 200 }),
      remoteJid: Jid,
      fromMe: Type.Boolean(),
      participant: Type.Optional(Jid),
      remoteJidAlt: Type.Optional(Jid),
      participantAlt: Type.Optional(Jid),
    }),
    message: Type.Record(Type.String(), Type.Unknown(), {
      description:
        'Its content: one of WhatsApp\'s kinds, such as `conversation`, with bytes as base64 or `{ "type": "Buffer", "data": "…" }`',
    }),
    messageTimestamp: Type.Integer({
      minimum: 1,
      maximum: 0xff_ff_ff_ff,
      description: "Seconds since 1970",
    }),
    pushName: Type.Optional(Type.String({ maxLength: 200 })),
    status: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 5,
        description: "Baileys' numbers, from 0, which failed, over 2, 3 and 4 (sent, delivered, read) to 5",
      }),
    ),
  },
  { title: "WebMessage" },
);

export type WebMessage = Static<typeof WebMessageSchema>;
