import { removeWhatsAppWebSession } from "../../db/whatsapp-web/sessions.ts";
import { type Care, change, rest, wipe } from "./care.ts";
import { type Attempt, type Verdict, verdictOf } from "./verdict.ts";

/** What WhatsApp says to a device that is not linked any more. */
const LOGGED_OUT = 401;

/** The end of a login that there is none of. */
export const NOT_PAIRED: Attempt = {
  closing: { code: LOGGED_OUT, words: "not paired", until: null },
  opened: false,
  lasted: 0,
  showedQr: false,
};

/** Acts upon the end of a connection; true when there is nothing more to do. */
export async function conclude(care: Care, ended: Attempt): Promise<boolean> {
  if (care.row.wanted === "logout" || care.row.wanted === "delete") {
    await finish(care, ended);
    return true;
  }
  if (ended.lasted >= care.timings.stable) care.renewed = false;
  const verdict = verdictOf(ended, {
    ...{ ...care.row, paired: care.credentials.isPaired(), renewed: care.renewed },
    ...{ stable: care.timings.stable, backoff: care.timings.backoff },
  });
  if (verdict.renews) await renewVersion(care);
  if (verdict.wipes) await wipe(care);
  if (verdict.ends) await giveUp(care, verdict);
  else await rest(care, verdict);
  return verdict.ends;
}

async function renewVersion(care: Care): Promise<void> {
  care.renewed = true;
  const { versions, log } = care;
  if (!(await versions.refresh().catch(() => false))) log.info("WhatsApp Web has no newer version");
}

async function giveUp(care: Care, { status, reason }: Verdict): Promise<void> {
  care.log.warn({ channel: care.lease.held.channelId, status, reason }, "a session has ended");
  const session = change(care, { wanted: "off", pairing: null, failures: 0 });
  await care.publisher.publish(status, reason, { session });
}

/** Ends as it is wanted; `ended` is how its last connection went. */
export async function finish(care: Care, ended?: Attempt): Promise<void> {
  const { publisher, credentials, sql, lease } = care;
  if (care.row.wanted === "delete") {
    await credentials.forget();
    return await removeWhatsAppWebSession(sql, lease.held);
  }
  if (care.row.wanted === "off") {
    const session = change(care, { pairing: null });
    return await publisher.publish("disconnected", "disconnected on request", { session });
  }
  await wipe(care);
  const reason =
    ended?.closing.code === LOGGED_OUT
      ? "logged out on request"
      : "logged out here; WhatsApp was not reached: remove the device on the phone";
  const session = change(care, { wanted: "off", pairing: null, failures: 0 });
  await publisher.publish("logged_out", reason, { session });
}
