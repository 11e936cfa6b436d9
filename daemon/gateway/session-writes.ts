import { releaseWhatsAppWebSession, removeWhatsAppWebSession } from "../../db/whatsapp-web/held-sessions.ts";
import { now } from "./lease.ts";
import type { Account } from "./number/own-number.ts";
import { replaceNumber } from "./number/replace-number.ts";
import type { Effect, Happening } from "./session-model.ts";
import type { SessionParts } from "./session-parts.ts";

type Publish = Extract<Effect, { do: "publish" }>;

/** The writes of a held session. */
export type SessionWrites = {
  publish(shown: Publish): Promise<void>;
  /** Makes another account the channel's own. */
  replaceNumber(account: Account): Promise<void>;
  wipe(): Promise<void>;
  remove(): Promise<void>;
  release(): Promise<void>;
};

/** Makes the writes of one held session. */
export function createSessionWrites(
  { sql, log, lease, live, credentials, publisher }: SessionParts,
  report: (happening: Happening) => void,
): SessionWrites {
  return {
    async publish({ status, reason, changes, phone, offered }) {
      await publisher.publish(status, reason, {
        ...(changes === undefined ? {} : { session: changes }),
        ...(phone === undefined ? {} : { phone }),
        ...(offered === undefined ? {} : { offered }),
      });
      if (changes !== undefined) report({ kind: "written", at: now().steady });
    },
    async replaceNumber({ phone, lid }) {
      await replaceNumber(sql, lease.held, { phone: phone === null ? null : `+${phone}`, lid });
      await publisher.unrestrict();
      report({ kind: "written", at: now().steady });
      report({ kind: "number_replaced" });
    },
    async wipe() {
      live.hold(null);
      await credentials.wipe();
    },
    async remove() {
      await credentials.forget();
      await removeWhatsAppWebSession(sql, lease.held);
    },
    async release() {
      try {
        await handBack();
      } catch (cause) {
        log.warn({ err: cause, channel: lease.held.channelId }, "a session could not be released");
      }
      report({ kind: "released" });
    },
  };

  async function handBack(): Promise<void> {
    if (!lease.isHeld()) return;
    await credentials.settled();
    await releaseWhatsAppWebSession(sql, lease.held);
    lease.lose();
  }
}
