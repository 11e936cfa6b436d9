import type { ChannelRow } from "../../../db/channels/channels.ts";
import type { ApiRecord } from "../../http/inside/own-api.ts";
import { type Call, keyOf } from "./call.ts";
import { defined, type Json } from "./given.ts";
import { isPairable } from "./pairing.ts";
import { recipientOf } from "./people.ts";

/** Evolution shows nobody typing for longer at once. */
const MOST_DELAY_MS = 20_000;

export type Outgoing = {
  /** As the client names the person or group. */
  to: string;
  type: string;
  content: Json;
  /** The id of the message that it quotes. */
  quoted?: string | undefined;
  delayMs?: number | undefined;
  /** Which of several messages of one request. */
  nth?: number;
};

/** Sends a message, after typing for a while if the client wants that. Throws what the API refuses. */
export async function send(call: Call, channel: ChannelRow, message: Outgoing): Promise<ApiRecord> {
  const { to, type, content, quoted, delayMs = 0, nth = 0 } = message;
  const named = { channel_id: channel.id, ...recipientOf(to) };
  if (delayMs > 0) await typing(call, channel, named, Math.min(delayMs, MOST_DELAY_MS), nth);
  const reply_to = quoted === undefined ? undefined : { id: quoted };
  return await call.api.post(
    "/v1/messages",
    defined({ ...named, type, content, reply_to }),
    keyOf(call, nth),
  );
}

/** Official numbers can't show this without a message to answer: there it only waits. */
async function typing(call: Call, { phone_number_id }: ChannelRow, named: Json, delayMs: number, nth: number) {
  const content = { presence: "composing", duration_ms: delayMs };
  if (isPairable({ phone_number_id }))
    await call.api.post("/v1/messages", { ...named, type: "presence", content }, keyOf(call, `typing ${nth}`));
  await Bun.sleep(delayMs);
}
