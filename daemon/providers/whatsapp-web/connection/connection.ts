import type {
  AuthenticationCreds,
  BaileysEventMap,
  SignalKeyStore,
  SocketConfig,
  WASocket,
  WAVersion,
} from "baileys";
import type { Logger } from "pino";
import { ConnectionOverError } from "../library/late-rejections.ts";
import type { Library } from "../library/library.ts";
import { createLibraryLog } from "../library/log.ts";
import { type Closing, OUR_CODES } from "./close-codes.ts";
import { putGate, rawSocketOf } from "./gate.ts";
import type { KeyWriter } from "./key-writer.ts";
import type { SessionListener, WhatsAppWebSession } from "./session.ts";
import { createEnvelopes, safeRepository } from "./signal-repository.ts";

/** One socket of a session, from its making to its end. */
export type Connection = {
  socket: WASocket;
  /** How it ended; resolves once. */
  closed: Promise<Closing>;
  /** Ends it now, without waiting for the server. */
  close(closing: Closing): void;
  /** Whether the server answers a ping within `milliseconds`. */
  probe(milliseconds: number): Promise<boolean>;
  /** For how long messages have waited here and none was read, in milliseconds; 0 when none waits. */
  stuckFor(): number;
};

export type ConnectionOptions = {
  library: Library;
  log: Logger;
  /** WebSocket of WhatsApp Web. */
  url: string;
  /** What every QR code lives; the library's own times when absent. */
  qrLivesMs: number | undefined;
  /** Of WhatsApp Web; the library's own when null. */
  version: WAVersion | null;
  session: WhatsAppWebSession;
  listener: SessionListener;
  credentials: AuthenticationCreds;
  keyWriter: KeyWriter;
  /** Outlives the sockets of a session. */
  retryCounters: NonNullable<SocketConfig["msgRetryCounterCache"]>;
  /** Whether this daemon still holds the session. */
  holds(): boolean;
  onQr(qr: string): void;
  /** A phone has taken the device. */
  onPaired(): void;
  /** Logged in. */
  onOpen(): void;
};

const CONNECT_MILLISECONDS = 30_000;
const KEEP_ALIVE_MILLISECONDS = 30_000;

/** Opens a socket to WhatsApp Web with a session's credentials; it registers when they are of no pairing, otherwise logs in. */
export function openConnection(options: ConnectionOptions): Connection {
  const { library, session, listener, credentials, keyWriter } = options;
  const settings = settingsOf(options);
  const envelopes = createEnvelopes(settings.shouldIgnoreJid);
  const end = Promise.withResolvers<Closing>();
  let over = false;
  void end.promise.then(() => {
    over = true;
  });
  const socket = library.makeWASocket({
    ...settings,
    auth: { creds: credentials, keys: keysUntil(keyWriter.keys, () => over) },
    makeSignalRepository: safeRepository(library, keyWriter, envelopes),
    getMessage: (key) => listener.getMessage(session, key),
  });
  const raw = rawSocketOf(socket);
  putGate(raw, options);
  socket.ws.prependListener("CB:message", envelopes.note);
  socket.ev.on("creds.update", () => keyWriter.saveCredentials(credentials));
  socket.ev.on("connection.update", (update) => follow(options, update, end.resolve));
  listener.onSocket(session, socket);
  return {
    socket,
    closed: end.promise,
    close(closing) {
      over = true;
      end.resolve(closing);
      raw.terminate();
      void socket.end(undefined);
    },
    probe: (milliseconds) => answers(socket, milliseconds),
    stuckFor: envelopes.stuckFor,
  };
}

/** The keys of a session as long as its socket lives: what a dead one still had in hand is older than what the next one writes. */
function keysUntil(keys: SignalKeyStore, isOver: () => boolean): SignalKeyStore {
  async function use<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    if (isOver()) throw new ConnectionOverError("the connection is over");
    try {
      return await work();
    } catch (cause) {
      throw new ConnectionOverError("the session's keys can't be used any more", { cause });
    }
  }
  return {
    get: (type, ids) => use(() => keys.get(type, ids)),
    set: (changes) => use(() => keys.set(changes)),
  };
}

/** What differs from the library's defaults, which are made for a person's client. */
function settingsOf({ library, log, url, version, qrLivesMs, retryCounters }: ConnectionOptions) {
  const { isJidBroadcast, isJidGroup, isJidNewsletter, isJidStatusBroadcast } = library;
  return {
    waWebSocketUrl: url,
    ...(version === null ? {} : { version }),
    ...(qrLivesMs === undefined ? {} : { qrTimeout: qrLivesMs }),
    browser: library.Browsers.macOS("Chrome"),
    logger: createLibraryLog(log),
    connectTimeoutMs: CONNECT_MILLISECONDS,
    keepAliveIntervalMs: KEEP_ALIVE_MILLISECONDS,
    // commits are not repeated by the library: the key writer says whether the session can go on
    transactionOpts: { maxCommitRetries: 1, delayBetweenTriesMs: 0 },
    msgRetryCounterCache: retryCounters,
    syncFullHistory: false,
    // otherwise the phone would show no notifications
    markOnlineOnConnect: false,
    emitOwnEvents: false,
    shouldIgnoreJid: (jid: string) =>
      isJidGroup(jid) || isJidBroadcast(jid) || isJidStatusBroadcast(jid) || isJidNewsletter(jid),
  };
}

function follow(
  { onQr, onPaired, onOpen }: ConnectionOptions,
  update: BaileysEventMap["connection.update"],
  end: (closing: Closing) => void,
): void {
  if (update.qr !== undefined) onQr(update.qr);
  if (update.isNewLogin === true) onPaired();
  if (update.connection === "open") onOpen();
  if (update.connection === "close") end(closingOf(update.lastDisconnect?.error));
}

/** What the library's error says: a Boom, whose data are the attributes or the node of what the server sent. */
function closingOf(error: unknown): Closing {
  const words = error instanceof Error ? error.message : "closed";
  const output: unknown = error instanceof Error && "output" in error ? error.output : null;
  const status = typeof output === "object" && output !== null ? Reflect.get(output, "statusCode") : null;
  const code = typeof status === "number" ? status : OUR_CODES.closed;
  const data: unknown = error instanceof Error && "data" in error ? error.data : null;
  return { code, words, until: code === 402 ? endOfBan(data) : null };
}

/** A ban's `expire` is in seconds from now (whatsmeow, `types/events`, TemporaryBan). */
function endOfBan(data: unknown): Date | null {
  const seconds =
    typeof data === "object" && data !== null ? Number(Reflect.get(data, "expire")) : Number.NaN;
  const end = new Date(Date.now() + seconds * 1000);
  // one beyond the calendar has no end
  return seconds > 0 && Number.isFinite(end.getTime()) ? end : null;
}

async function answers(socket: WASocket, milliseconds: number): Promise<boolean> {
  const ping = {
    tag: "iq",
    attrs: { id: socket.generateMessageTag(), to: "@s.whatsapp.net", type: "get", xmlns: "w:p" },
    content: [{ tag: "ping", attrs: {} }],
  };
  const answer: unknown = await socket.query(ping, milliseconds).catch(() => undefined);
  return answer !== undefined;
}
