import type { WhatsAppWebSessionRow } from "../../db/whatsapp-web/sessions.ts";
import { STATUS_REASONS, type StatusReason, statusReason } from "../lib/status-reasons.ts";
import {
  type ClosePlan,
  type Closing,
  OUR_CODES,
  planOf,
  REPLACED,
} from "../providers/whatsapp-web/connection/closing/close-codes.ts";
import type { PublishedStatus } from "./status-publisher.ts";

/** A version that WhatsApp refuses is tried again after so long: its page may name another one then. */
const OUTDATED_MS = 3600_000;

/** Connections without a pairing that one request to connect may use up. */
const PAIRING_ATTEMPTS = 3;

/** How a connection ended. */
export type Attempt = {
  closing: Closing;
  /** It was logged in. */
  opened: boolean;
  /** For how long it was. */
  lastedMs: number;
  /** For how long this daemon had held the session. */
  heldMs: number;
  showedQr: boolean;
  /** WhatsApp wanted the account's passkey. */
  askedPasskey: boolean;
  /** The version of WhatsApp Web, and why there is no newer one. */
  version: string;
};

/** The consequences of an ended connection. */
export type Verdict = {
  status: PublishedStatus;
  reason: string;
  /** The session stays disconnected until somebody connects it again. */
  ends: boolean;
  /** The pairing is gone. */
  wipes: boolean;
  /** The next connection needs the current version of WhatsApp Web. */
  renews: boolean;
  failures: number;
  /** Until the next connection. */
  waitMs: number;
};

/** The pace of reconnecting. */
export type Pace = {
  /** A connection that lasted this long was no failure. */
  stableMs: number;
  /**
   * For so long after a daemon took a session, another may still believe that it holds it, and log in once more. That it
   * has noticed is waited for as long.
   */
  handoverMs: number;
  /** The delay after so many consecutive failures, at least as long as WhatsApp demands. */
  backoffMs(failures: number, atLeastMs: number): number;
};

/** A verdict depends on these besides the connection. */
export type Circumstances = Pace & {
  paired: boolean;
  method: WhatsAppWebSessionRow["method"];
  /** Consecutive failures before this connection. */
  failures: number;
  /** The version was renewed before this connection. */
  renewed: boolean;
  /** The wall clock. */
  now: number;
};

/** Decides what follows from a connection that we did not close ourselves. */
export function verdictOf(attempt: Attempt, circumstances: Circumstances): Verdict {
  const given = planOf(attempt.closing);
  const plan = mayBeOurs(given, attempt, circumstances) ? onceMore(given, circumstances) : given;
  const goesOn = plan.next === "retry" || plan.next === "at_once";
  if (!circumstances.paired && goesOn) return unpairedVerdict(attempt, circumstances);
  if (plan.next === "renew" && circumstances.renewed) return outdatedVerdict(plan, attempt, circumstances);
  const failures = failuresAfter(attempt, circumstances, plan.next === "at_once");
  const ends = plan.next === "stop" || plan.next === "wipe";
  const until = attempt.closing.until?.getTime() ?? 0;
  const waitMs = failures === 0 ? 0 : circumstances.backoffMs(failures, plan.atLeastMs);
  return {
    status: plan.next === "renew" ? "connecting" : plan.status,
    reason: plan.reason,
    ends,
    wipes: plan.next === "wipe",
    renews: plan.next === "renew",
    failures,
    waitMs: Math.max(waitMs, until - circumstances.now),
  };
}

/** There is no version that WhatsApp takes: looks for one now and then, unless a person waits for a code. */
function outdatedVerdict(
  { status }: ClosePlan,
  { closing, version }: Attempt,
  { paired, failures: before, backoffMs }: Circumstances,
): Verdict {
  const failures = before + 1;
  const reason = statusReason(paired ? "outdated" : "outdated_pairing", version);
  return {
    status,
    reason: statusReason("closed_with", reason, closing.code),
    ends: !paired,
    wipes: false,
    renews: paired,
    failures,
    waitMs: backoffMs(failures, OUTDATED_MS),
  };
}

/** Whether the login that took this one's place may have been another daemon's, which was frozen when it lost the session. */
function mayBeOurs({ status }: ClosePlan, { heldMs }: Attempt, { handoverMs }: Pace): boolean {
  return status === "replaced" && heldMs < handoverMs;
}

function onceMore(plan: ClosePlan, { handoverMs }: Pace): ClosePlan {
  const reason = statusReason("closed_with", STATUS_REASONS.place_taken, REPLACED);
  return { ...plan, next: "retry", status: "connecting", reason, atLeastMs: handoverMs };
}

/**
 * Consecutive failures. A connection that lasted resets the count; the first restart that
 * WhatsApp asks for does not count.
 */
function failuresAfter(attempt: Attempt, { failures, stableMs }: Circumstances, asked: boolean): number {
  if (attempt.lastedMs >= stableMs) return 1;
  return asked && failures === 0 ? 0 : failures + 1;
}

/** A person is waiting to pair: try a few connections at once, then show the reason. */
function unpairedVerdict(attempt: Attempt, { method, failures }: Circumstances): Verdict {
  const { closing, showedQr, askedPasskey } = attempt;
  const made = failures + 1;
  // the phone is asked for the same again: a person has to begin
  const ends = made >= PAIRING_ATTEMPTS || askedPasskey || (showedQr && method === "pairing_code");
  const detail =
    closing.code === OUR_CODES.proxy
      ? planOf(closing).reason
      : statusReason("closed_with", closing.words, closing.code);
  const [why, words] = whyUnpaired(attempt, method, detail);
  return {
    status: ends ? "disconnected" : "connecting",
    reason: ends ? statusReason(why, words) : statusReason("reconnecting", detail),
    ends,
    wipes: ends,
    renews: false,
    failures: made,
    waitMs: 0,
  };
}

function whyUnpaired(
  { closing, showedQr, askedPasskey }: Attempt,
  method: Circumstances["method"],
  detail: string,
): [why: StatusReason, words: string] {
  if (closing.code === OUR_CODES.proxy) return ["pairing_failed", detail];
  if (closing.code === OUR_CODES.noCode) return ["pairing_failed", closing.words];
  if (closing.code === OUR_CODES.passkey) return ["passkey_failed", closing.words];
  if (askedPasskey) return ["passkey_unused", detail];
  if (!showedQr) return ["no_way", detail];
  return [method === "pairing_code" ? "code_too_late" : "scan_too_late", detail];
}
