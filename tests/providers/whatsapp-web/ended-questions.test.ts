/** Queries to WhatsApp end with their connection: nothing waits for answers that can't come. */
import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { type AddressInfo, createServer, type Socket } from "node:net";
import pino from "pino";
import { endQuestions } from "../../../daemon/providers/whatsapp-web/library/inside/end-questions.ts";
import { ConnectionOverError } from "../../../daemon/providers/whatsapp-web/library/inside/late-rejections.ts";
import { rawSocketOf } from "../../../daemon/providers/whatsapp-web/library/inside/raw-socket.ts";
import { type Library, openLibrary } from "../../../daemon/providers/whatsapp-web/library/library.ts";
import { createLibraryLog } from "../../../daemon/providers/whatsapp-web/library/log.ts";
import { untilStatus } from "../../gateway/support.ts";
import { eventually } from "../../support/until.ts";
import { type Chat, NUMBER, startChat } from "./chat.ts";

/** Paced as by default, but for the pauses' length: one call is out at a time. */
const ONE_BY_ONE = {
  rate: { gap_seconds: { least: 0.001, most: 0.002 }, typing: false, rest: null },
  warmup: null,
};

const silent = createLibraryLog(pino({ level: "silent" }));

let chat: Chat;
beforeAll(async () => {
  chat = await startChat(ONE_BY_ONE);
});
afterEach(() => chat.web.control.clearFaults());
afterAll(() => chat.stop());

test.each(["515", "500"] as const)(
  "a number sends again as soon as it is connected, if %s came while a new person was looked up",
  async (code) => {
    await chat.daemon.until(await chat.send("text", { body: "Known" }), "sent", "delivered", "read");
    chat.web.control.fault({ fault: "no_answer", at: "lookup", number: NUMBER });
    const stranger = await chat.send("text", { body: "New" }, `49170000${code}1`);
    await eventually("the question", async () => chat.web.control.faults().length === 0);
    chat.web.control.fault({ fault: code, number: NUMBER });
    const known = await chat.send("text", { body: "Known as well" });
    await chat.daemon.until(known, "sent", "delivered", "read");
    await chat.daemon.until(stranger, "sent", "delivered", "read");
    await untilStatus(chat.daemon.call)(chat.channelId, "connected");
  },
);

test("a connection that WhatsApp has ended is over, with all questions, though the other side never closes it", async () => {
  const library = await openLibrary();
  const deaf = await startDeafServer();
  const socket = library.makeWASocket({ waWebSocketUrl: deaf.url, logger: silent, auth: newLogin(library) });
  const end = endQuestions(socket, rawSocketOf(socket));
  const over = Promise.withResolvers<void>();
  socket.ev.on("connection.update", ({ connection }) => connection === "close" && over.resolve());
  const opened = Promise.withResolvers<void>();
  socket.ws.on("open", opened.resolve);
  await opened.promise;
  const answer = socket.waitForMessage("a question").then(
    () => "answered",
    (cause: unknown) => cause,
  );
  void socket.end(new Error("515"));
  expect(await answer).toBeInstanceOf(ConnectionOverError);
  await over.promise;
  expect(end).not.toThrow();
  deaf.stop();
}, 25_000);

/** Opens WebSockets, and then neither says nor hears anything. */
async function startDeafServer() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => {});
    socket.once("data", (request) => {
      const key = /sec-websocket-key: (.*)\r/i.exec(request.toString())?.[1];
      const accept = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`,
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `ws://127.0.0.1:${port}`,
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

function newLogin({ initAuthCreds }: Library) {
  return { creds: initAuthCreds(), keys: { get: async () => ({}), set: async () => {} } };
}
