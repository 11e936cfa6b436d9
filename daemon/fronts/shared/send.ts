import type { ChannelRow } from "../../../db/channels/channels.ts";
import { type ApiRecord, Refused } from "../../http/inside/own-api.ts";
import { type Call, keyOf } from "./call.ts";
import { defined, type Json } from "./given.ts";
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
  if (delayMs > 0) await typing(call, named, Math.min(delayMs, MOST_DELAY_MS), nth);
  const reply_to = quoted === undefined ? undefined : { id: quoted };
  return await call.api.post(
    "/v1/messages",
    defined({ ...named, type, content, reply_to }),
    keyOf(call, nth),
  );
}

/** Where a platform shows this only as an answer to a message, it only waits. */
async function typing(call: Call, named: Json, delayMs: number, nth: number): Promise<void> {
  const content = { presence: "composing", duration_ms: delayMs };
  const asked = { ...named, type: "presence", content };
  await call.api.post("/v1/messages", asked, keyOf(call, `typing ${nth}`)).catch((cause: unknown) => {
    if (!(cause instanceof Refused && cause.problem.code === "unsupported_on_platform")) throw cause;
  });
  await Bun.sleep(delayMs);
}
