/** Attacks of hostile clients on a server, on raw sockets. */
import { connect, type Socket } from "node:net";

/** One connection: what came back, when it was open (or never will be), and when it was ended by the server. */
export type Attack = { received(): string; opened: Promise<void>; ended: Promise<string>; stop(): void };

/** So many connections at a time are opened: more would overflow the server's queue of new ones, and never be. */
const WAVE = 200;

/** Opens many connections. */
export async function open(count: number, begin: () => Attack): Promise<Attack[]> {
  const attacks: Attack[] = [];
  while (attacks.length < count) {
    const wave = Array.from({ length: Math.min(WAVE, count - attacks.length) }, begin);
    await Promise.all(wave.map(({ opened }) => opened));
    attacks.push(...wave);
  }
  return attacks;
}

const HEAD = "Host: localhost\r\nContent-Type: application/json\r\n";
/** A login's body is waited for from every caller; all others' heads say who sends them. */
const LOGIN = `POST /v1/auth/login HTTP/1.1\r\n${HEAD}`;
const MESSAGE = `POST /v1/messages HTTP/1.1\r\n${HEAD}`;
/** As long as a signature of Meta's, and none. */
export const NO_SIGNATURE = `X-Hub-Signature-256: sha256=${"0".repeat(64)}`;

/** Sends half a request's head, and then nothing. */
export function halfOpen(url: string): Attack {
  return attack(url, (socket) => socket.write(`GET /v1/health HTTP/1.1\r\nHost: loc`));
}

/** Sends a head without end, a line at a time (slowloris). */
export function slowHead(url: string, milliseconds = 500): Attack {
  return attack(url, (socket) => {
    socket.write(`GET /v1/health HTTP/1.1\r\n${HEAD}`);
    return drip(socket, "X-More: y\r\n", milliseconds);
  });
}

/** Announces a body to Meta's path, with one more line in the head, and sends so many bytes of it. */
export function withheldBody(url: string, line: string, length: number, sent = 1): Attack {
  return attack(url, (socket) => {
    const head = `POST /v1/providers/whatsapp/webhook HTTP/1.1\r\n${HEAD}${line}\r\n`;
    socket.write(`${head}Content-Length: ${length}\r\n\r\n`);
    socket.write(Buffer.alloc(sent, "x"));
  });
}

/** Announces a body and sends a byte at a time: a login's, or that of a message with a key. */
export function slowBody(url: string, milliseconds = 500, key?: string): Attack {
  const head = key === undefined ? LOGIN : `${MESSAGE}X-Api-Key: ${key}\r\n`;
  return attack(url, (socket) => {
    socket.write(`${head}Content-Length: 100000\r\n\r\n{`);
    return drip(socket, " ", milliseconds);
  });
}

/** Announces a file and sends a byte of it at a time. */
export function slowUpload(url: string, key: string, milliseconds = 500): Attack {
  const head = `POST /v1/media HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/png\r\nX-Api-Key: ${key}\r\n`;
  return attack(url, (socket) => {
    socket.write(`${head}Content-Length: 100000\r\n\r\n\x89`);
    return drip(socket, " ", milliseconds);
  });
}

/** Sends a chunked body of so many bytes, as fast as it is taken. */
export function largeBody(url: string, key: string, bytes: number): Attack & { sent(): number } {
  let sent = 0;
  const piece = "a".repeat(64 * 1024);
  const chunk = `${piece.length.toString(16)}\r\n${piece}\r\n`;
  const one = attack(url, (socket) => {
    const more = () => {
      while (sent < bytes && !socket.destroyed) {
        sent += piece.length;
        if (!socket.write(chunk)) return;
      }
    };
    socket.on("drain", more);
    socket.write(`${MESSAGE}X-Api-Key: ${key}\r\nTransfer-Encoding: chunked\r\n\r\n`);
    more();
  });
  return { ...one, sent: () => sent };
}

/** A body of so many brackets within each other. */
export function deepJson(url: string, key: string, levels: number): Attack {
  const head = `${MESSAGE}X-Api-Key: ${key}\r\nConnection: close\r\nContent-Length: ${levels}\r\n\r\n`;
  return attack(url, (socket) => socket.write(head + "[".repeat(levels)));
}

/** A head of so many lines. */
export function headerBomb(url: string, lines: number): Attack {
  const all = Array.from({ length: lines }, (_, nth) => `X-Bomb-${nth}: ${"b".repeat(100)}\r\n`).join("");
  return attack(url, (socket) => socket.write(`GET /v1/health HTTP/1.1\r\n${HEAD}${all}\r\n`));
}

/** Bytes that are no HTTP at all. */
export function noise(url: string): Attack {
  return attack(url, (socket) => socket.write(Buffer.from([0x16, 0x03, 0x01, 0, 0xff, 10, 13, 10, 13, 10])));
}

function attack(url: string, begin: (socket: Socket) => unknown): Attack {
  const { hostname, port } = new URL(url);
  const { promise: opened, resolve: isOpen } = Promise.withResolvers<void>();
  const { promise: ended, resolve } = Promise.withResolvers<string>();
  let received = "";
  let stopDripping: unknown;
  const socket = connect(Number(port), hostname, () => {
    stopDripping = begin(socket);
    isOpen();
  });
  socket.on("data", (data) => {
    received += data.toString("latin1");
  });
  // a reset is an end, too
  socket.on("error", () => {});
  socket.on("close", () => {
    if (typeof stopDripping === "function") stopDripping();
    isOpen();
    resolve(received);
  });
  return { received: () => received, opened, ended, stop: () => socket.destroy() };
}

function drip(socket: Socket, text: string, milliseconds: number): () => void {
  const timer = setInterval(() => socket.write(text), milliseconds);
  return () => clearInterval(timer);
}
