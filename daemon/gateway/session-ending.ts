import { WORDS } from "../../db/functions/words.ts";
import type { SessionChanges } from "../../db/whatsapp-web/held-sessions.ts";
import type { Wanted } from "../../db/whatsapp-web/sessions.ts";
import { STATUS_REASONS, statusReason } from "../lib/status-reasons.ts";
import { CLOSED_BY_US } from "../providers/whatsapp-web/connection/closing/close-codes.ts";
import { disconnectedReason } from "./disconnected.ts";
import { type Account, nameOf } from "./number/own-number.ts";
import type { Effect, Happening, SessionState, Step } from "./session-model.ts";
import { type Pace, type Verdict, verdictOf } from "./verdict.ts";

/** The code WhatsApp sends to a device that is no longer linked. */
export const LOGGED_OUT = 401;
/** How long a session waits before unreadable keys are tried again. */
const UNREADABLE_MS = 60_000;

type Closed = Extract<Happening, { kind: "closed" }>;

const LET_GO: readonly Effect[] = [{ do: "retire" }, { do: "release" }];

/** Whether the login is another number's, kept until now, and somebody wants the first number instead. */
export function isUnwanted({ another, order }: SessionState): boolean {
  return another !== null && order.setAside && !order.replacesNumber;
}

/** Waits for the next attempt, or ends a session that is no longer wanted. */
export function goOn(state: SessionState): Step {
  if (state.order.wanted === "off") return finish(state);
  return {
    state: { ...state, phase: "waiting", away: false },
    effects: [{ do: "wait", until: state.order.nextAttemptAt }],
  };
}

/** Handles the end of a connection. One that we closed ourselves says nothing about the number. */
export function conclude(state: SessionState, closed: Closed, pace: Pace): Step {
  return begun(state, (next) => afterConnection(next, closed, pace));
}

function afterConnection(state: SessionState, { attempt, paired, at }: Closed, pace: Pace): Step {
  if (state.leaving !== null) return leave(state);
  const { wanted, method, failures } = state.order;
  if (state.another !== null && attempt.opened && wanted === "on") return decideOn(state, state.another, at);
  if (state.phase === "closing") return goOn(state);
  if (wanted !== "on") return finish(state, attempt.closing.code);
  const renewed = state.renewed && attempt.lastedMs < pace.stableMs;
  const verdict = verdictOf(attempt, { ...pace, paired, method, failures, renewed, now: at });
  // where the first number is wanted again, nothing is lost with a login that is gone already
  if (verdict.wipes && isUnwanted(state)) return forgetAside(state, at);
  if (verdict.ends) return giveUp(state, verdict, paired);
  return rest({ ...state, renewed: renewed || verdict.renews }, verdict, at);
}

/** Stops until somebody connects the number again. */
function giveUp(state: SessionState, { status, reason, wipes }: Verdict, paired: boolean): Step {
  const gone = wipes && paired ? ({ loginGone: true } as const) : {};
  return {
    state: { ...state, phase: "ending" },
    effects: [
      ...(wipes ? [{ do: "wipe" } as const] : []),
      { do: "log_end", status, reason },
      { do: "publish", status, reason, changes: { ...nothingWanted("on"), ...gone } },
      ...LET_GO,
    ],
  };
}

/** Another number has shown that it can log in. */
function decideOn(state: SessionState, another: Account, at: number): Step {
  if (state.order.replacesNumber) {
    const replacing: Effect = { do: "replace_number", account: another };
    return { state: { ...state, phase: "replacing" }, effects: [replacing] };
  }
  return isUnwanted(state) ? forgetAside(state, at) : setAside(state, another);
}

/** Stops with a number that is not the channel's own: what waits is for that one's people. The login is kept, unused. */
function setAside(state: SessionState, another: Account): Step {
  const status = "disconnected";
  const [own, now] = [nameOf({ ...state.order, phone: state.order.number }), nameOf(another)];
  const reason = statusReason("another_number", own, now, own, now);
  const changes = { ...nothingWanted("on"), set_aside: true };
  return {
    state: { ...state, phase: "ending" },
    effects: [
      { do: "log_end", status, reason },
      { do: "publish", status, reason, changes, offered: now },
      ...LET_GO,
    ],
  };
}

/** Drops the login of the other number, and shows a code for the first one. */
function forgetAside(state: SessionState, at: number): Step {
  const order = { ...state.order, setAside: false };
  const next = rest(
    { ...state, isPaired: false, order },
    { status: "connecting", reason: STATUS_REASONS.other_logged_out, failures: 0, waitMs: 0 },
    at,
  );
  return { ...next, effects: [{ do: "wipe" }, ...next.effects] };
}

type Rest = Pick<Verdict, "status" | "reason" | "failures" | "waitMs"> & { renews?: boolean };

/** Shows the session's status until its next connection. */
function rest(state: SessionState, { status, reason, failures, waitMs, renews }: Rest, at: number): Step {
  const until = at + waitMs;
  const changes = { failures, nextAttemptInMs: waitMs, pairing: null };
  const order = { ...state.order, failures, nextAttemptAt: until };
  return {
    state: { ...state, phase: "waiting", away: status !== "connecting", order },
    effects: [
      ...(renews ? [{ do: "renew_version" } as const] : []),
      { do: "publish", status, reason, changes },
      { do: "wait", until },
    ],
  };
}

/** Handles unreadable keys: none are replaced, and reading is retried later. */
export function retryKeysLater(state: SessionState, at: number): Step {
  const { failures } = state.order;
  const reason = STATUS_REASONS.keys_unreadable;
  const next = rest(state, { status: "degraded", reason, failures, waitMs: UNREADABLE_MS }, at);
  return { ...next, effects: [{ do: "forget_keys" }, ...next.effects] };
}

/** Ends the session as requested; `code` is that of its last connection's end. */
export function finish(state: SessionState, code?: number): Step {
  const ending: SessionState = { ...state, phase: "ending" };
  if (state.order.wanted === "delete")
    return { state: ending, effects: [{ do: "forget_keys" }, { do: "remove" }, ...LET_GO] };
  if (state.order.wanted === "logout")
    return { state: ending, effects: [{ do: "wipe" }, loggedOut(code), ...LET_GO] };
  const reason = disconnectedReason(state.isPaired);
  const shown: Effect = { do: "publish", status: "disconnected", reason, changes: { pairing: null } };
  return { state: ending, effects: [shown, ...LET_GO] };
}

function loggedOut(code: number | undefined): Effect {
  const reason = code === LOGGED_OUT ? STATUS_REASONS.logged_out : STATUS_REASONS.logged_out_here;
  return { do: "publish", status: "logged_out", reason, changes: nothingWanted("logout") };
}

function nothingWanted(ended: Wanted): SessionChanges {
  return { ended, pairing: null, failures: 0 };
}

/** Closes the connection, whatever it was doing; the way it ends says nothing about the number. */
export function endConnection(state: SessionState, words: string): Step {
  return closeTrial({ ...state, another: null }, words);
}

/** Closes a connection by which another number has shown that it can log in. */
export function closeTrial(state: SessionState, words: string): Step {
  const closing = { code: CLOSED_BY_US, words, until: null };
  return { state: { ...state, phase: "closing" }, effects: [{ do: "end_connection", closing }] };
}

/** Releases the session once its keys are read and its connection is closed. */
export function letGo(given: SessionState, leaving: "stopped" | "lost"): Step {
  const state: SessionState = { ...given, leaving: given.leaving === "lost" ? "lost" : leaving };
  switch (state.phase) {
    case "waiting":
    // what is being written is released after it
    case "replacing":
      return leave(state);
    case "connecting":
    case "connected":
    case "logging_out":
      return endConnection(state, "ended on request");
    default:
      return { state, effects: [] };
  }
}

/**
 * A lost session belongs to another daemon, so nothing more of it is written here; if still
 * wanted, it waits for another gateway.
 */
export function leave(state: SessionState): Step {
  if (state.leaving === "lost") return { state: { ...state, phase: "over" }, effects: [{ do: "retire" }] };
  const reason = WORDS.waiting_for_gateway;
  const shown: Effect[] =
    state.order.wanted === "on" ? [{ do: "publish", status: "connecting", reason }] : [];
  return { state: { ...state, phase: "ending" }, effects: [...shown, ...LET_GO] };
}

/** The session is logged in, waits for a person, or has failed, so others may start. */
export function begun(state: SessionState, then: (state: SessionState) => Step): Step {
  const next = then({ ...state, starting: false });
  return state.starting ? { ...next, effects: [{ do: "let_others_start" }, ...next.effects] } : next;
}
