import type { AuthenticationCreds, WASocket } from "baileys";
import type { Tunnel } from "../../../egress/tunnel/tunnel.ts";
import type { Library } from "../library/library.ts";
import type { KeyWriter } from "./keys/key-writer.ts";
import type { AskedPasskey } from "./passkey/take-up-passkey.ts";
import type { ArrivedMessage, OwnIdentity, SessionSettings, WhatsAppWebSession } from "./session.ts";
import { ARRIVED } from "./signal/arrived.ts";
import { turnOf } from "./signal/turn.ts";

/** A session as others see it, and how its holder sets its state. */
export type LiveSession<Settings extends SessionSettings> = {
  session: WhatsAppWebSession;
  /** A socket is to be paired or logged in through. */
  connecting(passkey: AskedPasskey): void;
  /** A socket is logged in. */
  opened(socket: WASocket): void;
  /** It is logged in no more. */
  closed(): void;
  /** Sets the session's secrets; null before its first connection and when they are gone. */
  hold(secrets: { library: Library; credentials: AuthenticationCreds; keyWriter: KeyWriter } | null): void;
  /** Sets the channel's present settings. */
  set(settings: Settings): void;
  /** It will not open again here. */
  end(): void;
};

/** A session without a socket. `tunnelOf` opens the way out that settings name. */
export function createLiveSession<Settings extends SessionSettings>(
  given: Pick<WhatsAppWebSession, "organizationId" | "channelId" | "restrict" | "unrestrict">,
  first: Settings,
  tunnelOf: (settings: Settings) => Tunnel | null,
): LiveSession<Settings> {
  let socket: WASocket | null = null;
  let secrets: { library: Library; credentials: AuthenticationCreds; keyWriter: KeyWriter } | null = null;
  let waiting: ((socket: WASocket | null) => void)[] = [];
  let settings = first;
  let ended = false;
  let passkey: AskedPasskey = () => null;

  function resolveWaiting(): void {
    for (const resolve of waiting.splice(0)) resolve(socket);
  }

  /** Sets keys of a category of ours; the library's transactions carry any. */
  function set(changes: object): void {
    try {
      void secrets?.keyWriter.keys.set(changes);
    } catch {
      // the session is lost: its next holder finds what came once more, and knows it by its id
    }
  }

  return {
    session: {
      ...given,
      socket: () => socket,
      passkey: () => passkey(),
      settings: () => settings,
      tunnel: () => tunnelOf(settings),
      identity: () => (secrets === null ? null : identityOf(secrets.library, secrets.credentials)),
      waitUntilOpen(withinMs) {
        if (socket !== null || ended) return Promise.resolve(socket);
        return new Promise((resolve) => {
          const timer = setTimeout(() => settle(null), withinMs);
          const settle = (opened: WASocket | null) => {
            clearTimeout(timer);
            waiting = waiting.filter((one) => one !== settle);
            resolve(opened);
          };
          waiting.push(settle);
        });
      },
      async serialised(work) {
        if (socket === null) throw new Error("the session is not connected");
        const { authState } = socket;
        return await authState.keys.transaction(work, turnOf(authState));
      },
      async unsettled() {
        return secrets === null ? [] : [...(await secrets.keyWriter.list<ArrivedMessage>(ARRIVED)).values()];
      },
      keepNotice(id, json) {
        const notice: ArrivedMessage = { id, attributes: {}, plaintext: Buffer.from(json), isNotice: true };
        set({ [ARRIVED]: { [id]: notice } });
      },
      async settle(ids) {
        set({ [ARRIVED]: Object.fromEntries(ids.map((id) => [id, null])) });
      },
    },
    connecting(asked) {
      passkey = asked;
    },
    opened(opened) {
      socket = opened;
      resolveWaiting();
    },
    closed() {
      socket = null;
    },
    hold(next) {
      secrets = next;
    },
    set(next) {
      settings = next;
    },
    end() {
      ended = true;
      socket = null;
      resolveWaiting();
    },
  };
}

/** A business account may be addressed at another server (`hosted`); only a LID is no number. */
export function identityOf(
  { jidDecode, isLidUser, isHostedLidUser }: Pick<Library, "jidDecode" | "isLidUser" | "isHostedLidUser">,
  { me, account }: Pick<AuthenticationCreds, "me" | "account">,
): OwnIdentity | null {
  const user = me === undefined || account === undefined ? undefined : jidDecode(me.id)?.user;
  if (me === undefined || user === undefined) return null;
  const isLid = isLidUser(me.id) === true || isHostedLidUser(me.id) === true;
  return { jid: me.id, lid: me.lid ?? (isLid ? me.id : null), phone: isLid ? null : user };
}
