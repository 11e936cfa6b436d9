import { Nullable, type Static, Type } from "../lib/typebox.ts";

/** Whether WhatsApp Web answers through a number's proxy. */
export const TriedProxySchema = Type.Object({
  channel_id: Type.String(),
  error: Nullable(Type.String({ description: "Why WhatsApp Web can't be reached through it" })),
  milliseconds: Type.Integer(),
});

export type TriedProxy = Static<typeof TriedProxySchema>;
