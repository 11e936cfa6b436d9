import { type HeldConnection, holdConnection } from "./held-connection.ts";
import type { OpenedKeys } from "./keys/credential-store.ts";
import { accountOf } from "./number/own-number.ts";
import { makePairing } from "./pairing/make-pairing.ts";
import { sealPairing } from "./pairing.ts";
import type { Effect, Happening } from "./session-model.ts";
import type { SessionParts } from "./session-parts.ts";

type Offer = Extract<Effect, { do: "offer" }>;
type Connect = Extract<Effect, { do: "connect" }>;

/** The keys of a held session and the connection made with them, one at a time. */
export type SessionConnections = {
  openKeys(): Promise<void>;
  connect(how: Connect): void;
  /** The latest one; null before the first. */
  current(): HeldConnection | null;
  /** Makes what a person pairs with through the connection. */
  offer(offer: Offer): void;
};

/** A session without a connection. */
export function createSessionConnections(
  parts: SessionParts,
  report: (happening: Happening) => void,
): SessionConnections {
  const { log, lease, live, credentials } = parts;
  const channel = lease.held.channelId;
  let keys: OpenedKeys | null = null;
  let connection: HeldConnection | null = null;

  function notOpened(cause: unknown): void {
    if (lease.isHeld())
      log.error({ err: cause, channel }, "a session could not be opened; it is left as it is");
    report({ kind: "not_opened", at: Date.now() });
  }

  return {
    async openKeys() {
      try {
        keys = await credentials.open();
      } catch (cause) {
        return notOpened(cause);
      }
      live.hold(keys);
      const account = accountOf(live.session.identity());
      report({ kind: "keys_opened", paired: credentials.isPaired(), account });
    },
    connect(how) {
      try {
        if (keys === null) throw new Error("there are no keys to connect with");
        connection = holdConnection(parts, keys, how, report);
      } catch (cause) {
        notOpened(cause);
      }
    },
    current: () => connection,
    offer: (offer) => void (connection && makeOffer(parts, connection, offer).then(report)),
  };
}

async function makeOffer(
  parts: SessionParts,
  { number: connection, socket }: HeldConnection,
  offer: Offer,
): Promise<Happening> {
  const { log, lease, secrets } = parts;
  const { channelId } = lease.held;
  try {
    const pairing = sealPairing(secrets, channelId, await makePairing({ ...parts, socket }, offer));
    return { kind: "offered", connection, pairing };
  } catch (cause) {
    log.warn({ err: cause, channel: channelId }, "a number could not be offered for pairing");
    return { kind: "not_offered", connection, words: cause instanceof Error ? cause.message : "unknown" };
  }
}
