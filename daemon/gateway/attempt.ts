import type { AuthenticationCreds, SocketConfig } from "baileys";
import type { Logger } from "pino";
import type { WebSessionRow } from "../../db/web-sessions.ts";
import { OUR_CODES } from "../providers/unofficial/close-codes.ts";
import { type Connection, openConnection } from "../providers/unofficial/connection.ts";
import type { Ledger } from "../providers/unofficial/ledger.ts";
import type { Library } from "../providers/unofficial/library.ts";
import type { LiveSession } from "../providers/unofficial/live-session.ts";
import type { SessionListener, WebSession } from "../providers/unofficial/session.ts";
import type { Secrets } from "../secrets/envelope.ts";
import type { Board } from "./board.ts";
import type { Lease } from "./lease.ts";
import { sealPairing } from "./pairing.ts";
import { FIRST_QR, NEXT_QR, type Timings } from "./timings.ts";
import type { Attempt } from "./verdict.ts";
import type { Versions } from "./versions.ts";
import { sleep, watch } from "./watch.ts";

export type AttemptDependencies = {
  secrets: Secrets;
  log: Logger;
  library: Library;
  versions: Versions;
  /** WebSocket of WhatsApp Web. */
  url: string;
  listener: SessionListener;
  timings: Timings;
  /** A session is logged in and answered: what waited for it can go. */
  onConnected(session: WebSession): void;
};

export type AttemptState = {
  lease: Lease;
  live: LiveSession;
  board: Board;
  credentials: AuthenticationCreds;
  ledger: Ledger;
  retryCounters: NonNullable<SocketConfig["msgRetryCounterCache"]>;
  /** What is wanted now. */
  row(): WebSessionRow;
  /** Counts the QR codes of one pairing. */
  nextQr(): number;
  /** It is logged in, or waits for a person. */
  onStarted(): void;
  /** Aborted when the connection is to end. */
  stop: AbortSignal;
};

/** Told to end a connection; no code of anybody else's. */
export const TOLD_TO_END = 0;

/** Makes one connection of a session and sees it through to its end. */
export async function attempt(dependencies: AttemptDependencies, state: AttemptState): Promise<Attempt> {
  const { timings, onConnected } = dependencies;
  const { live, board, lease, ledger } = state;
  const over = new AbortController();
  let openedAt = 0;
  let showedQr = false;
  let hanging: NodeJS.Timeout | undefined;

  /** Ends the connection when nothing happens until then. */
  function expect(milliseconds: number): void {
    clearTimeout(hanging);
    const words = "WhatsApp did not go on with the connection";
    hanging = setTimeout(
      () => connection.close({ code: OUR_CODES.timedOut, words, until: null }),
      milliseconds,
    );
  }

  function onOpen(): void {
    clearTimeout(hanging);
    openedAt = performance.now();
    state.onStarted();
    if (state.row().wanted !== "on") return void logOut(connection, state);
    live.opened(connection.socket);
    dependencies.listener.onOpen?.(live.session, connection.socket);
    let told = false;
    const phone = live.session.identity()?.phone;
    void watch(connection, {
      timings,
      over: over.signal,
      async onAnswer() {
        await board.show("connected", null, phone === undefined ? {} : { phone: `+${phone}` });
        if (!told) onConnected(live.session);
        told = true;
      },
      onSilence: () => board.show("degraded", "the connection is open, but WhatsApp does not answer"),
    });
  }

  const connection: Connection = openConnection({
    ...dependencies,
    version: dependencies.versions.current(),
    qrLives: timings.qr,
    session: live.session,
    credentials: state.credentials,
    ledger,
    retryCounters: state.retryCounters,
    holds: () => lease.isHeld(),
    onQr(qr) {
      state.onStarted();
      const lives = timings.qr ?? (showedQr ? NEXT_QR : FIRST_QR);
      expect(lives + timings.connecting);
      void offerPairing(dependencies, state, connection, { qr, lives, first: !showedQr });
      showedQr = true;
    },
    onPaired() {
      expect(timings.connecting);
      void board.show("connecting", "the phone has taken this device", { session: { pairing: null } });
    },
    onOpen,
  });
  expect(timings.connecting);
  const end = () => connection.close({ code: TOLD_TO_END, words: "told to end", until: null });
  state.stop.addEventListener("abort", end);
  lease.lost.addEventListener("abort", end);
  if (state.stop.aborted || lease.lost.aborted) end();
  const closing = await connection.closed;
  over.abort();
  clearTimeout(hanging);
  state.stop.removeEventListener("abort", end);
  lease.lost.removeEventListener("abort", end);
  live.closed();
  const opened = openedAt > 0;
  return { closing, opened, lasted: opened ? performance.now() - openedAt : 0, showedQr };
}

/** Shows what a person needs to pair: a QR code, or once the code to type on the phone. */
async function offerPairing(
  { secrets, log }: AttemptDependencies,
  { board, row, nextQr, lease }: AttemptState,
  { socket, close }: Connection,
  { qr, lives, first }: { qr: string; lives: number; first: boolean },
): Promise<void> {
  const { method, phone_number } = row();
  const { channelId } = lease.held;
  const byCode = method === "pairing_code" && phone_number !== null;
  if (byCode && !first) return;
  try {
    const pairingCode = byCode ? await socket.requestPairingCode(phone_number) : null;
    const expiresAt = new Date(Date.now() + (byCode ? CODE_LIVES : lives));
    const pairing = { qr: byCode ? null : qr, pairingCode, expiresAt, attempt: nextQr() };
    await board.show("pairing", byCode ? "enter the code on the phone" : "scan the QR code with the phone", {
      session: { pairing: sealPairing(secrets, channelId, pairing) },
    });
  } catch (cause) {
    log.warn({ err: cause, channel: channelId }, "a number could not be offered for pairing");
    close({
      code: OUR_CODES.timedOut,
      words: cause instanceof Error ? cause.message : "unknown",
      until: null,
    });
  }
}

/** A pairing code is good as long as the connection offers QR codes, of which WhatsApp sends six. */
const CODE_LIVES = FIRST_QR + 5 * NEXT_QR;

/** How long WhatsApp may take to end the connection of a device that asked to be removed. */
const GOODBYE = 5000;

/** Removes the device from the phone's list: WhatsApp then ends its connection, with 401. */
async function logOut({ socket, close }: Connection, { stop }: AttemptState): Promise<void> {
  const jid = socket.user?.id ?? "";
  const remove = { tag: "remove-companion-device", attrs: { jid, reason: "user_initiated" } };
  const attrs = { id: socket.generateMessageTag(), to: "@s.whatsapp.net", type: "set", xmlns: "md" };
  await socket.sendNode({ tag: "iq", attrs, content: [remove] }).catch(() => {});
  await sleep(GOODBYE, stop);
  close({ code: OUR_CODES.timedOut, words: "WhatsApp did not confirm the end of the login", until: null });
}
