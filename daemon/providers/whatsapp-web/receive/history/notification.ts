import { deflateSync } from "node:zlib";
import type { proto } from "baileys";
import type { Arrived } from "../reading.ts";

/** Where a part of the phone's history is, or the part itself. */
export type HistoryNotification = proto.Message.IHistorySyncNotification;

/** A `HistorySync` without any field. */
const EMPTY = deflateSync(Buffer.alloc(0));

/**
 * The part of the history that a message of the number's own phone tells of; null when it is another message. It is
 * taken from Baileys, which loads all of it into memory and goes on when it is decoded: Baileys finds it empty.
 */
export function takeHistory({ key, message }: Pick<Arrived, "key" | "message">): HistoryNotification | null {
  const told = message?.protocolMessage?.historySyncNotification;
  if (!told || key.fromMe !== true) return null;
  const taken = { ...told };
  told.initialHistBootstrapInlinePayload = EMPTY;
  return taken;
}
