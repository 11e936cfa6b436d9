import type { BaileysEventMap, BinaryNode, WASocket } from "baileys";
import { noteStanza } from "../../../drift/stanzas.ts";
import { STATUS_REASONS } from "../../../lib/status-reasons.ts";
import { createKindNotes } from "../known/kinds.ts";
import { STANZAS } from "../known/stanzas.ts";
import { endQuestions } from "../library/inside/end-questions.ts";
import { refillPreKeys } from "../library/inside/pre-keys.ts";
import { rawSocketOf } from "../library/inside/raw-socket.ts";
import { rememberNoMessages } from "../library/inside/recent-messages.ts";
import { withoutTokenIndex } from "../library/inside/token-index.ts";
import { type Closing, OUR_CODES } from "./closing/close-codes.ts";
import { closingOf } from "./closing/closing-of.ts";
import type { ConnectionOptions } from "./connection-options.ts";
import { acknowledgeMessages } from "./incoming/acknowledge.ts";
import { askForCopies } from "./incoming/ask-for-copies.ts";
import { createCopies } from "./incoming/copies.ts";
import { createEnvelopes } from "./incoming/envelopes.ts";
import { tellUnavailable } from "./incoming/unavailable.ts";
import { putGate } from "./keys/gate.ts";
import { keysUntil } from "./keys/keys-until.ts";
import { showCodes } from "./pairing/show-codes.ts";
import { type AskedPasskey, takeUpPasskey } from "./passkey/take-up-passkey.ts";
import { respondsToPing } from "./questions/ping.ts";
import { safeRepository } from "./signal/repository.ts";
import { renewSenderKeys } from "./signal/sender-keys.ts";
import { socketSettings } from "./socket-settings.ts";

/** One socket of a session, from its making to its end. */
export type Connection = {
  socket: WASocket;
  /** How it ended; resolves once. */
  closed: Promise<Closing>;
  /** Ends it now, without waiting for the server. */
  close(closing: Closing): void;
  /** What a person can do about the passkey that WhatsApp wants; null while it wants none. */
  passkey: AskedPasskey;
  /** Whether the server responds to a ping within `withinMs`. */
  probe(withinMs: number): Promise<boolean>;
  /** For how long messages have waited here and none was read, in milliseconds; 0 when none waits. */
  stuckForMs(): number;
};

/** Opens a socket to WhatsApp Web with a session's credentials; it registers when they are of no pairing, otherwise logs in. */
export function openConnection(options: ConnectionOptions): Connection {
  const { library, session, listener, credentials, keyWriter, noteStranger } = options;
  const settings = socketSettings(options);
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
      createKindNotes(library, noteStranger),
    ),
    placeholderResendCache: copies.requests,
    getMessage: (key) => listener.getMessage(session, key),
  });
  const raw = rawSocketOf(socket);
  putGate(raw, options);
  const endAsking = endQuestions(socket, raw);
  // the handshake's frames are bytes
  socket.ws.on("frame", (frame: BinaryNode | Uint8Array) => {
    if (!(frame instanceof Uint8Array)) noteStanza(frame, STANZAS, noteStranger);
  });
  socket.ws.prependListener("CB:message", envelopes.note);
  rememberNoMessages(socket);
  refillPreKeys(socket, library);
  renewSenderKeys(socket, library);
  acknowledgeMessages(socket, library, settings.shouldIgnoreJid);
  tellUnavailable(socket, library, settings.shouldIgnoreJid, copies);
  socket.ev.on("creds.update", () => keyWriter.saveCredentials(credentials));
  socket.ev.on("connection.update", (update) => follow(options, update, end.resolve));
  listener.onSocket(session, socket, { why: copies.why, retryCounters: settings.msgRetryCounterCache });
  const close = (closing: Closing) => {
    over = true;
    end.resolve(closing);
    raw.terminate();
    void socket.end(undefined);
    endAsking();
  };
  const passkey = pairThrough(socket, options, close, end.promise);
  return {
    socket,
    closed: end.promise,
    close,
    passkey,
    probe: (withinMs) => respondsToPing(socket, withinMs),
    stuckForMs: envelopes.stuckForMs,
  };
}

/** Shows what a phone scans, until one has, or wants the account's passkey. */
function pairThrough(
  socket: WASocket,
  options: ConnectionOptions,
  close: (closing: Closing) => void,
  closed: Promise<Closing>,
): AskedPasskey {
  const { passkeyLivesMs: livesMs, onPasskey: onNews } = options;
  const words = STATUS_REASONS.no_more_codes;
  const onNone = () => close({ code: OUR_CODES.timedOut, words, until: null });
  const stopCodes = showCodes(socket, { ...options, onNone });
  const { asked, end } = takeUpPasskey({ ...options, socket, livesMs, onNews }, stopCodes);
  void closed.then(() => {
    stopCodes();
    end();
  });
  return asked;
}

function follow(
  { onPaired, onOpen }: ConnectionOptions,
  update: BaileysEventMap["connection.update"],
  end: (closing: Closing) => void,
): void {
  if (update.isNewLogin === true) onPaired();
  if (update.connection === "open") onOpen();
  if (update.connection === "close") end(closingOf(update.lastDisconnect?.error));
}
