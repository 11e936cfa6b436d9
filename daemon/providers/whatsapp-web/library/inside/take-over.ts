import type { BinaryNode, WASocket } from "baileys";

/** Reads a stanza; resolves when it is done with it. */
export type Reader = (stanza: BinaryNode) => unknown;

/** Puts one reader of a kind of stanza in the place of all others, which are handed to it. */
export function takeOver(
  ws: WASocket["ws"],
  kind: string,
  read: (stanza: BinaryNode, others: readonly Reader[]) => unknown,
): void {
  const others = ws.listeners(kind).map(
    (other): Reader =>
      (stanza) =>
        Reflect.apply(other, ws, [stanza]),
  );
  ws.removeAllListeners(kind);
  ws.on(kind, (stanza: BinaryNode) => read(stanza, others));
}
