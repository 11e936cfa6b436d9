import { deflateSync } from "node:zlib";
import type { proto } from "baileys";
import type { Arrived } from "../reading.ts";

/** Where a part of the phone's history is, or the part itself. */
export type HistoryNotification = proto.Message.IHistorySyncNotification;

/** A `HistorySync` without any field. */
const EMPTY = deflateSync(Buffer.alloc(0));

/**
 * The part of the history that a message of the number's own phone announces; null for another message. It is taken
 * from Baileys, which would load all of it into memory: Baileys finds it empty.
 */
export function takeHistory({ key, message }: Pick<Arrived, "key" | "message">): HistoryNotification | null {
  const announced = message?.protocolMessage?.historySyncNotification;
  if (!announced || key.fromMe !== true) return null;
  const taken = { ...announced };
  announced.initialHistBootstrapInlinePayload = EMPTY;
  return taken;
}
