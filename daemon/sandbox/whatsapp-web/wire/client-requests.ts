import { randomBytes } from "node:crypto";
import type { BinaryNode } from "baileys";
import type { Connection } from "./connection.ts";
import { node, SERVER } from "./nodes.ts";

/** The server's requests to a client, whose responses it awaits. */
export type ClientRequests = {
  newId(): string;
  /** Asks; rejects when no response comes in time or the client goes. */
  ask(content: BinaryNode): Promise<BinaryNode>;
  /** Takes the response to a request; false without one. */
  settle(stanza: BinaryNode): boolean;
  close(): void;
};

type Waiting = { resolve(response: BinaryNode): void; reject(cause: Error): void };

const RESPONSE_MS = 10_000;

export function createClientRequests(connection: Connection): ClientRequests {
  const prefix = randomBytes(4).toString("hex");
  const waiting = new Map<string, Waiting>();
  let last = 0;
  const newId = () => `${prefix}-${++last}`;
  return {
    newId,
    ask(content) {
      const id = newId();
      const { promise, resolve, reject } = Promise.withResolvers<BinaryNode>();
      const timer = setTimeout(() => reject(new Error("the client did not answer")), RESPONSE_MS);
      waiting.set(id, { resolve, reject });
      connection.send(node("iq", { from: SERVER, type: "set", id, xmlns: "md" }, [content]));
      return promise.finally(() => {
        clearTimeout(timer);
        waiting.delete(id);
      });
    },
    settle(stanza) {
      const asker = waiting.get(stanza.attrs.id ?? "");
      asker?.resolve(stanza);
      return asker !== undefined;
    },
    close() {
      for (const { reject } of waiting.values()) reject(new Error("the client has gone"));
    },
  };
}
