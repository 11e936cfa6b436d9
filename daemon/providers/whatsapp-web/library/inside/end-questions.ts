import type { WASocket } from "baileys";
import { ConnectionOverError } from "./late-rejections.ts";
import type { RawSocket } from "./raw-socket.ts";

/** WhatsApp may take this long to close a connection that it has ended. */
const CLOSE_MS = 2000;

/**
 * Ends what a socket asks WhatsApp as soon as its connection ends. Baileys removes those who wait for the end before it
 * closes (`Socket/socket.js`, end), so that they wait for their answers until their time is up; and it waits for the other
 * side to close, which one that is gone never does. Returns what ends the questions when we close it ourselves.
 */
export function endQuestions({ ws }: Pick<WASocket, "ws">, raw: RawSocket): () => void {
  const close = ws.close.bind(ws);
  const end = () => void ws.emit("error", new ConnectionOverError("the connection has ended"));
  ws.close = async () => {
    end();
    const cut = setTimeout(() => raw.terminate(), CLOSE_MS);
    await close().finally(() => clearTimeout(cut));
  };
  return end;
}
