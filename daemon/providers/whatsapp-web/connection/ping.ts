import type { WASocket } from "baileys";

/** Whether the server responds to a ping in time. */
export async function answersPing(socket: WASocket, withinMs: number): Promise<boolean> {
  const ping = {
    tag: "iq",
    attrs: { id: socket.generateMessageTag(), to: "@s.whatsapp.net", type: "get", xmlns: "w:p" },
    content: [{ tag: "ping", attrs: {} }],
  };
  const answer: unknown = await socket.query(ping, withinMs).catch(() => undefined);
  return answer !== undefined;
}
