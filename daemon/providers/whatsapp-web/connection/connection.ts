import type {
  AuthenticationCreds,
  BaileysEventMap,
  SignalKeyStore,
  SocketConfig,
  WASocket,
  WAVersion,
} from "baileys";
import type { Logger } from "pino";
import { throughProxy } from "../../../egress/agents.ts";
import { endQuestions } from "../library/inside/end-questions.ts";
import { ConnectionOverError } from "../library/inside/late-rejections.ts";
import { refillPreKeys } from "../library/inside/pre-keys.ts";
import { rawSocketOf } from "../library/inside/raw-socket.ts";
import { rememberNoMessages } from "../library/inside/recent-messages.ts";
import { withoutTokenIndex } from "../library/inside/token-index.ts";
import type { Library } from "../library/library.ts";
import { createLibraryLog } from "../library/log.ts";
import type { Closing } from "./closing/close-codes.ts";
import { closingOf } from "./closing/closing-of.ts";
import { acknowledgeMessages } from "./incoming/acknowledge.ts";
import { askForCopies } from "./incoming/ask-for-copies.ts";
import { createCopies } from "./incoming/copies.ts";
import { createEnvelopes } from "./incoming/envelopes.ts";
import { tellUnavailable } from "./incoming/unavailable.ts";
import { putGate } from "./keys/gate.ts";
import type { KeyWriter } from "./keys/key-writer.ts";
import { respondsToPing } from "./questions/ping.ts";
import type { SessionListener, WhatsAppWebSession } from "./session.ts";
import { safeRepository } from "./signal/repository.ts";
import { renewSenderKeys } from "./signal/sender-keys.ts";

/** One socket of a session, from its making to its end. */
export type Connection = {
  socket: WASocket;
  /** How it ended; resolves once. */
  closed: Promise<Closing>;
  /** Ends it now, without waiting for the server. */
  close(closing: Closing): void;
  /** Whether the server responds to a ping within `withinMs`. */
  probe(withinMs: number): Promise<boolean>;
  /** For how long messages have waited here and none was read, in milliseconds; 0 when none waits. */
  stuckForMs(): number;
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

const CONNECT_MS = 30_000;
/** WhatsApp may take this long to answer what it is asked, unless the caller waits less. */
const ANSWER_MS = 30_000;
/** The gateway looks for signs of life, and more often. The library would do so, too: each look wakes the daemon. */
const KEEP_ALIVE_MS = 600_000;

/** Opens a socket to WhatsApp Web with a session's credentials; it registers when they are of no pairing, otherwise logs in. */
export function openConnection(options: ConnectionOptions): Connection {
  const { library, session, listener, credentials, keyWriter } = options;
  const settings = settingsOf(options);
  const envelopes = createEnvelopes(settings.shouldIgnoreJid);
  const copies = createCopies(library, () => socket);
  const end = Promise.withResolvers<Closing>();
  let over = false;
  void end.promise.then(() => {
    over = true;
  });
  const socket: WASocket = library.makeWASocket({
    ...settings,
    auth: { creds: credentials, keys: keysUntil(withoutTokenIndex(keyWriter.keys), () => over) },
    makeSignalRepository: askForCopies(
      library,
      safeRepository(library, keyWriter, envelopes),
      envelopes,
      copies,
    ),
    placeholderResendCache: copies.requests,
    getMessage: (key) => listener.getMessage(session, key),
  });
  const raw = rawSocketOf(socket);
  putGate(raw, options);
  const endAsking = endQuestions(socket, raw);
  socket.ws.prependListener("CB:message", envelopes.note);
  rememberNoMessages(socket);
  refillPreKeys(socket, library);
  renewSenderKeys(socket, library);
  acknowledgeMessages(socket, library, settings.shouldIgnoreJid);
  tellUnavailable(socket, library, settings.shouldIgnoreJid, copies);
  socket.ev.on("creds.update", () => keyWriter.saveCredentials(credentials));
  socket.ev.on("connection.update", (update) => follow(options, update, end.resolve));
  listener.onSocket(session, socket, copies.why);
  return {
    socket,
    closed: end.promise,
    close(closing) {
      over = true;
      end.resolve(closing);
      raw.terminate();
      void socket.end(undefined);
      endAsking();
    },
    probe: (withinMs) => respondsToPing(socket, withinMs),
    stuckForMs: envelopes.stuckForMs,
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
function settingsOf({ library, log, url, version, qrLivesMs, retryCounters, session }: ConnectionOptions) {
  const { isJidBroadcast, isJidGroup, isJidNewsletter, isJidStatusBroadcast } = library;
  return {
    waWebSocketUrl: url,
    ...throughProxy(new URL(url)),
    ...(version === null ? {} : { version }),
    ...(qrLivesMs === undefined ? {} : { qrTimeout: qrLivesMs }),
    browser: library.Browsers.macOS("Chrome"),
    logger: createLibraryLog(log),
    connectTimeoutMs: CONNECT_MS,
    defaultQueryTimeoutMs: ANSWER_MS,
    keepAliveIntervalMs: KEEP_ALIVE_MS,
    // commits are not repeated by the library: the key writer says whether the session can go on
    transactionOpts: { maxCommitRetries: 1, delayBetweenTriesMs: 0 },
    msgRetryCounterCache: retryCounters,
    syncFullHistory: false,
    // otherwise the phone would show no notifications
    markOnlineOnConnect: false,
    emitOwnEvents: false,
    shouldIgnoreJid: (jid: string) =>
      isJidGroup(jid)
        ? !hearsGroups(session)
        : isJidBroadcast(jid) || isJidStatusBroadcast(jid) || isJidNewsletter(jid),
  };
}

/** Whether a number takes part in groups; otherwise it talks to people only. */
function hearsGroups(session: WhatsAppWebSession): boolean {
  return session.settings().groups === true;
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
