import type { WASocket } from "baileys";

/** Whether the server responds to a ping in time. */
export async function respondsToPing(socket: WASocket, withinMs: number): Promise<boolean> {
  const ping = {
    tag: "iq",
    attrs: { id: socket.generateMessageTag(), to: "@s.whatsapp.net", type: "get", xmlns: "w:p" },
    content: [{ tag: "ping", attrs: {} }],
  };
  const response: unknown = await socket.query(ping, withinMs).catch(() => undefined);
  return response !== undefined;
}
