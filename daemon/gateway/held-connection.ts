import { sleep } from "../lib/sleep.ts";
import { isKnownCode, OUR_CODES } from "../providers/whatsapp-web/connection/closing/close-codes.ts";
import { type Connection, openConnection } from "../providers/whatsapp-web/connection/connection.ts";
import type { SessionListener } from "../providers/whatsapp-web/connection/session.ts";
import type { OpenedKeys } from "./keys/credential-store.ts";
import { accountOf } from "./number/own-number.ts";
import { createPasskeyReport } from "./pairing/passkey-report.ts";
import type { Effect, Happening } from "./session-model.ts";
import type { SessionParts } from "./session-parts.ts";
import { watch } from "./watch.ts";

/** How long WhatsApp may take to end the connection of a device that logs out. */
const GOODBYE_MS = 5000;

/** One connection of a held session; what happens to it is reported under its number. */
export type HeldConnection = Pick<Connection, "socket" | "close"> & {
  number: number;
  /** Lets messages through and keeps checking that the connection works. */
  use(): void;
  /** Removes the device from the phone's list: WhatsApp then ends the connection, with 401. */
  logOut(): void;
};

/** Takes nothing of what comes in. */
const DEAF: SessionListener = { onSocket() {}, getMessage: async () => undefined };

/** Opens a connection and follows it to its end. */
export function holdConnection(
  parts: SessionParts,
  keys: OpenedKeys,
  { connection: number, isDeaf }: Extract<Effect, { do: "connect" }>,
  report: (happening: Happening) => void,
): HeldConnection {
  const { live, timings, lease, versions, credentials, drift } = parts;
  const listener = isDeaf ? DEAF : parts.listener;
  const over = new AbortController();
  let openedAt: number | null = null;
  let showedQr = false;
  let askedPasskey = false;
  const patience = createPatience(() => closeWith(connection, "WhatsApp did not continue the connection"));

  const reportPasskey = createPasskeyReport(parts, number, report);
  const connection: Connection = openConnection({
    ...{ ...parts, ...keys, session: live.session, listener },
    version: versions.current(),
    qrLivesMs: timings.qrMs,
    passkeyLivesMs: timings.passkeyMs,
    noteStranger: (shape) => drift.note("stanza", shape),
    holds: () => lease.isHeld(),
    onQr(qr, livesMs) {
      patience.last(livesMs + timings.connectingMs);
      report({ kind: "qr", connection: number, qr, livesMs, first: !showedQr });
      showedQr = true;
    },
    onPasskey(news) {
      askedPasskey = true;
      // what is waited for ends by itself
      patience.end();
      reportPasskey(news);
    },
    onPaired() {
      patience.last(timings.connectingMs);
      report({ kind: "paired", connection: number });
    },
    onOpen() {
      patience.end();
      openedAt = performance.now();
      report({ kind: "logged_in", connection: number });
    },
  });
  patience.last(timings.connectingMs);
  live.connecting(connection.passkey);

  void connection.closed.then((closing) => {
    over.abort();
    patience.end();
    live.closed();
    if (!isKnownCode(closing.code)) drift.note("close_code", String(closing.code));
    const lastedMs = openedAt === null ? 0 : performance.now() - openedAt;
    const attempt = {
      closing,
      opened: openedAt !== null,
      lastedMs,
      heldMs: lease.heldMs(),
      showedQr,
      askedPasskey,
      version: versions.words(),
    };
    const paired = credentials.isPaired();
    report({ kind: "closed", connection: number, attempt, paired, at: Date.now() });
  });

  return {
    number,
    socket: connection.socket,
    close: connection.close,
    use() {
      live.opened(connection.socket);
      listener.onOpen?.(live.session, connection.socket);
      const account = accountOf(live.session.identity());
      void watch(connection, {
        timings,
        over: over.signal,
        onResponse: () => report({ kind: "answered", connection: number, account }),
        onSilence: () => report({ kind: "silent", connection: number }),
      });
    },
    logOut: () => void logOut(connection, over.signal),
  };
}

/** Fires when nothing has happened for the time last set. */
function createPatience(onEnd: () => void): { last(durationMs: number): void; end(): void } {
  let timer: NodeJS.Timeout | undefined;
  return {
    last(durationMs) {
      clearTimeout(timer);
      timer = setTimeout(onEnd, durationMs);
    },
    end: () => clearTimeout(timer),
  };
}

async function logOut(connection: Connection, over: AbortSignal): Promise<void> {
  const { socket } = connection;
  const remove = {
    tag: "remove-companion-device",
    attrs: { jid: socket.user?.id ?? "", reason: "user_initiated" },
  };
  const attrs = { id: socket.generateMessageTag(), to: "@s.whatsapp.net", type: "set", xmlns: "md" };
  await socket.sendNode({ tag: "iq", attrs, content: [remove] }).catch(() => {});
  await sleep(GOODBYE_MS, over);
  closeWith(connection, "WhatsApp did not confirm the end of the login");
}

function closeWith({ close }: Connection, words: string): void {
  close({ code: OUR_CODES.timedOut, words, until: null });
}
