import type { BaileysEventEmitter, BaileysEventMap, BinaryNode, WASocket } from "baileys";
import { createSerial } from "../../../lib/serial.ts";
import { takeOver } from "../library/inside/take-over.ts";

/**
 * Sees every event of Baileys at the moment it happens. Its own listeners see
 * what its buffer makes of them: later, and merged, so that a message that was
 * revoked soon after has lost its content (`Utils/event-buffer`).
 */
export function tapEvents(
  ev: BaileysEventEmitter,
  see: (event: keyof BaileysEventMap, data: unknown) => void,
): void {
  const emit = ev.emit.bind(ev);
  ev.emit = (event, data) => {
    see(event, data);
    return emit(event, data);
  };
}

type Sockets = WASocket["ws"];

/**
 * Runs `first` before all other listeners for a kind of stanza, one stanza
 * after another. The others, which acknowledge the stanza, get it once `first`
 * has resolved, and never if it rejects: WhatsApp then sends it again.
 */
export function holdBack(ws: Sockets, kind: string, first: (node: BinaryNode) => Promise<void>): void {
  readInTurn(ws, kind, first);
}

/**
 * Lets the listeners for a kind of stanza finish one before they get the next.
 * Baileys reads messages concurrently, so that some would overtake others.
 */
export function inTurn(ws: Sockets, kind: string): void {
  readInTurn(ws, kind, null);
}

/** A listener that takes longer continues while the next one starts. */
const TURN_MS = 30_000;

async function atMost(withinMs: number, work: unknown): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, withinMs);
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function readInTurn(ws: Sockets, kind: string, first: ((node: BinaryNode) => Promise<void>) | null): void {
  const turns = createSerial(() => {});
  takeOver(ws, kind, (node, others) => {
    const before = first?.(node);
    // a rejection is handled below, in its turn
    before?.catch(() => {});
    turns.add(async () => {
      await before;
      for (const read of others) await atMost(TURN_MS, read(node));
    });
  });
}
