import { OUR_CODES } from "../providers/whatsapp-web/connection/close-codes.ts";
import { type Connection, openConnection } from "../providers/whatsapp-web/connection/connection.ts";
import { type Care, started } from "./care.ts";
import type { OpenedKeys } from "./credential-store.ts";
import { offerPairing } from "./offer.ts";
import { FIRST_QR, NEXT_QR } from "./timings.ts";
import type { Attempt } from "./verdict.ts";
import { sleep, watch } from "./watch.ts";

/** Told to end a connection; no code of anybody else's. */
const TOLD_TO_END = 0;
/** How long WhatsApp may take to end the connection of a device that asked to be removed. */
const GOODBYE = 5000;

/** Makes one connection of a session and sees it through to its end. */
export async function attempt(care: Care, keys: OpenedKeys): Promise<Attempt> {
  const { live, timings, lease } = care;
  const over = new AbortController();
  let openedAt: number | null = null;
  let showedQr = false;
  const patience = createPatience(() =>
    closeWith(connection, OUR_CODES.timedOut, "WhatsApp did not go on with the connection"),
  );

  const connection: Connection = openConnection({
    ...{ ...care, ...keys, session: live.session },
    version: care.versions.current(),
    qrLives: timings.qr,
    holds: () => lease.isHeld(),
    onQr(qr) {
      started(care);
      const lives = timings.qr ?? (showedQr ? NEXT_QR : FIRST_QR);
      patience.last(lives + timings.connecting);
      void offerPairing(care, connection, { qr, lives, first: !showedQr });
      showedQr = true;
    },
    onPaired() {
      patience.last(timings.connecting);
      void care.publisher.publish("connecting", "the phone has taken this device", {
        session: { pairing: null },
      });
    },
    onOpen() {
      patience.end();
      started(care);
      openedAt = performance.now();
      if (care.row.wanted === "on") use(care, connection, over.signal);
      else void logOut(care, connection);
    },
  });
  patience.last(timings.connecting);
  const forget = endOn([care.stop.signal, lease.lost], () =>
    closeWith(connection, TOLD_TO_END, "told to end"),
  );
  const closing = await connection.closed;
  over.abort();
  patience.end();
  forget();
  live.closed();
  const lasted = openedAt === null ? 0 : performance.now() - openedAt;
  return { closing, opened: openedAt !== null, lasted, showedQr };
}

/** Runs out when nothing happens for as long as it was last told to last. */
function createPatience(onEnd: () => void): { last(milliseconds: number): void; end(): void } {
  let timer: NodeJS.Timeout | undefined;
  return {
    last(milliseconds) {
      clearTimeout(timer);
      timer = setTimeout(onEnd, milliseconds);
    },
    end: () => clearTimeout(timer),
  };
}

/** Ends something when one of several signals says so; returns how to forget that. */
function endOn(signals: readonly AbortSignal[], end: () => void): () => void {
  for (const signal of signals) signal.addEventListener("abort", end);
  if (signals.some((signal) => signal.aborted)) end();
  return () => {
    for (const signal of signals) signal.removeEventListener("abort", end);
  };
}

function closeWith({ close }: Connection, code: number, words: string): void {
  close({ code, words, until: null });
}

/** A session that is logged in: whoever sends through it may, and it is watched. */
function use(care: Care, connection: Connection, over: AbortSignal): void {
  const { live, publisher, timings, listener, onConnected } = care;
  live.opened(connection.socket);
  listener.onOpen?.(live.session, connection.socket);
  const phone = live.session.identity()?.phone;
  let told = false;
  void watch(connection, {
    timings,
    over,
    async onAnswer() {
      await publisher.publish("connected", null, phone === undefined ? {} : { phone: `+${phone}` });
      if (!told) onConnected(live.session);
      told = true;
    },
    onSilence: () => publisher.publish("degraded", "the connection is open, but WhatsApp does not answer"),
  });
}

/** Removes the device from the phone's list: WhatsApp then ends its connection, with 401. */
async function logOut({ stop }: Care, connection: Connection): Promise<void> {
  const { socket } = connection;
  const remove = {
    tag: "remove-companion-device",
    attrs: { jid: socket.user?.id ?? "", reason: "user_initiated" },
  };
  const attrs = { id: socket.generateMessageTag(), to: "@s.whatsapp.net", type: "set", xmlns: "md" };
  await socket.sendNode({ tag: "iq", attrs, content: [remove] }).catch(() => {});
  await sleep(GOODBYE, stop.signal);
  closeWith(connection, OUR_CODES.timedOut, "WhatsApp did not confirm the end of the login");
}
