import type { WASocket } from "baileys";

/** The part of a WebSocket that Baileys sends through. */
export type RawSocket = {
  send(data: Uint8Array, done?: (error?: Error) => void): void;
  terminate(): void;
};

/** The WebSocket below Baileys' own, which has it under `ws.socket` (`Socket/Client/websocket.js`). */
export function rawSocketOf(socket: WASocket): RawSocket {
  const raw: unknown = Reflect.get(socket.ws, "socket");
  if (typeof raw !== "object" || raw === null || !("send" in raw) || !("terminate" in raw))
    throw new Error("this version of Baileys keeps its WebSocket elsewhere");
  return raw as RawSocket;
}
