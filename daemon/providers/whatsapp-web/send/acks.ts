/** WhatsApp's answer to a sent message: accepted, refused, or none in time or before the connection ended. */
export type Ack =
  | { kind: "taken" }
  | { kind: "refused"; code: string }
  | { kind: "silent" }
  | { kind: "lost" };

/** Waits for WhatsApp's acknowledgements of messages. */
export type Acks = {
  /** Waits for the word on a message; ask before it is sent. */
  expect(channelId: string, id: string, withinMs: number): Promise<Ack>;
  /** Gives the word; false when nobody waits for it. */
  give(channelId: string, id: string, ack: Ack): boolean;
  /** The channel's connection ended: nothing will come. */
  lose(channelId: string): void;
};

type Waiting = { channelId: string; resolve(ack: Ack): void };

export function createAcks(): Acks {
  const waiting = new Map<string, Waiting>();
  const keyOf = (channelId: string, id: string) => `${channelId} ${id}`;
  return {
    expect(channelId, id, withinMs) {
      return new Promise((resolve) => {
        const key = keyOf(channelId, id);
        const finish = (ack: Ack) => {
          clearTimeout(timer);
          waiting.delete(key);
          resolve(ack);
        };
        const timer = setTimeout(() => finish({ kind: "silent" }), withinMs);
        waiting.set(key, { channelId, resolve: finish });
      });
    },
    give(channelId, id, ack) {
      const one = waiting.get(keyOf(channelId, id));
      one?.resolve(ack);
      return one !== undefined;
    },
    lose(channelId) {
      for (const one of [...waiting.values()]) if (one.channelId === channelId) one.resolve({ kind: "lost" });
    },
  };
}
