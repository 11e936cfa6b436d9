import type { BaileysEventEmitter, BaileysEventMap, BinaryNode, WASocket } from "baileys";

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

/**
 * Puts `first` before everything that listens for a kind of stanza, one stanza
 * after another: the others, which acknowledge it, hear of it when `first` has
 * resolved, and not at all when it rejects. WhatsApp then sends it again.
 */
export function holdBack(ws: WASocket["ws"], kind: string, first: (node: BinaryNode) => Promise<void>): void {
  const others = ws.listeners(kind);
  ws.removeAllListeners(kind);
  let last: Promise<void> = Promise.resolve();
  ws.on(kind, (node: BinaryNode) => {
    const done = first(node);
    last = last
      .then(() => done)
      .then(
        () => {
          for (const listener of others) Reflect.apply(listener, ws, [node]);
        },
        () => {},
      );
  });
}
