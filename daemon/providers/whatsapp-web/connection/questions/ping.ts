import type { BinaryNode, WASocket } from "baileys";

/** The parts of a socket that a ping needs. */
export type Pinged = Pick<WASocket, "sendNode" | "generateMessageTag"> & {
  ws: Pick<WASocket["ws"], "on" | "off">;
};

/**
 * Whether the server responds to a ping in time. The library's own `query` notes several times where it was called from,
 * about a fifth of what a ping takes: many numbers at rest do little else.
 */
export function respondsToPing(socket: Pinged, withinMs: number): Promise<boolean> {
  const { ws } = socket;
  const id = socket.generateMessageTag();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const onAnswer = (node: BinaryNode) => resolve(!isError(node));
  const onEnd = () => resolve(false);
  const timer = setTimeout(onEnd, withinMs);
  ws.on(`TAG:${id}`, onAnswer);
  ws.on("close", onEnd);
  socket.sendNode(pingOf(id)).catch(onEnd);
  return promise.finally(() => {
    clearTimeout(timer);
    ws.off(`TAG:${id}`, onAnswer);
    ws.off("close", onEnd);
  });
}

function pingOf(id: string): BinaryNode {
  return {
    tag: "iq",
    attrs: { id, to: "@s.whatsapp.net", type: "get", xmlns: "w:p" },
    content: [{ tag: "ping", attrs: {} }],
  };
}

function isError({ content }: BinaryNode): boolean {
  return Array.isArray(content) && content.some(({ tag }) => tag === "error");
}
