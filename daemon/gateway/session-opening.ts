import { STATUS_REASONS, statusReason } from "../lib/status-reasons.ts";
import { OUR_CODES } from "../providers/whatsapp-web/connection/closing/close-codes.ts";
import { isAnother } from "./number/own-number.ts";
import {
  begun,
  closeTrial,
  finish,
  isUnwanted,
  LOGGED_OUT,
  leave,
  retryKeysLater,
} from "./session-ending.ts";
import type { Effect, Happening, SessionState, Step } from "./session-model.ts";

type Of<Kind extends Happening["kind"]> = Extract<Happening, { kind: Kind }>;

/** Starts the next attempt. */
export function due(state: SessionState, { at }: Of<"due">): Step {
  const { failures, nextAttemptAt } = state.order;
  if (at < nextAttemptAt) return { state, effects: [{ do: "wait", until: nextAttemptAt }] };
  // what was shown, scanned, typed or signed before its daemon ended is of no use
  const first = state.cutOff ? STATUS_REASONS.cut_off : null;
  const reason = failures === 0 ? first : statusReason("reconnecting_often", failures);
  const shown: Effect[] = state.away ? [] : [{ do: "publish", status: "connecting", reason }];
  return { state: { ...state, phase: "opening" }, effects: [...shown, { do: "open_keys" }] };
}

export function keysOpened(before: SessionState, { paired, account }: Of<"keys_opened">): Step {
  const state = { ...before, isPaired: paired };
  if (state.leaving !== null) return leave(state);
  const { wanted } = state.order;
  if (wanted === "off") return finish(state);
  // it was never paired: there is no phone to log out from
  if (wanted !== "on" && !paired) return finish(state, LOGGED_OUT);
  const connection = state.connection + 1;
  const another = paired && account !== null && isAnother(state.order, account) ? account : null;
  return {
    state: { ...state, phase: "connecting", connection, another, announced: false },
    effects: [{ do: "connect", connection, isDeaf: another !== null }],
  };
}

export function notOpened(state: SessionState, { at }: Of<"not_opened">): Step {
  if (state.leaving !== null) return leave(state);
  return begun(state, (next) => (next.order.wanted === "off" ? finish(next) : retryKeysLater(next, at)));
}

/** Handles a new QR code: shows it or, once per connection, a pairing code instead. */
export function offerPairing(state: SessionState, { qr, livesMs, first }: Of<"qr">): Step {
  const { method, phoneNumber: given } = state.order;
  const phoneNumber = method === "pairing_code" ? given : null;
  return begun(state, (next) => {
    if (phoneNumber !== null && !first) return { state: next, effects: [] };
    const offers = next.offers + 1;
    const offer: Effect = { do: "offer", qr, livesMs, phoneNumber, attempt: offers };
    return { state: { ...next, offers }, effects: [offer] };
  });
}

export function showOffer(state: SessionState, { pairing }: Of<"offered">): Step {
  const { method, phoneNumber } = state.order;
  const typed = method === "pairing_code" && phoneNumber !== null;
  const todo = typed ? STATUS_REASONS.type_code : STATUS_REASONS.scan;
  const reason = state.cutOff ? statusReason("cut_off_again", todo) : todo;
  return { state, effects: [{ do: "publish", status: "pairing", reason, changes: { pairing } }] };
}

/** Ends a connection that nobody can pair with as a failed one. */
export function notOffered(state: SessionState, { words }: Of<"not_offered">): Step {
  const closing = { code: OUR_CODES.noCode, words, until: null };
  return { state, effects: [{ do: "end_connection", closing }] };
}

/** What to do about the passkey, by how far its pairing is. Programs read the word before the colon. */
const PASSKEY: Record<Of<"passkey">["step"], string> = {
  wanted: STATUS_REASONS.passkey_wanted,
  signed: STATUS_REASONS.passkey_signed,
  confirm: STATUS_REASONS.passkey_confirm,
  confirmed: STATUS_REASONS.passkey_confirmed,
};

export function showPasskey(state: SessionState, { step, pairing }: Of<"passkey">): Step {
  return {
    state,
    effects: [{ do: "publish", status: "pairing", reason: PASSKEY[step], changes: { pairing } }],
  };
}

/** Ends a connection whose passkey was not used, or not taken. */
export function failPasskey(state: SessionState, { words }: Of<"passkey_failed">): Step {
  const closing = { code: OUR_CODES.passkey, words, until: null };
  return { state, effects: [{ do: "end_connection", closing }] };
}

export function paired(state: SessionState): Step {
  const reason = STATUS_REASONS.accepted;
  return {
    state: { ...state, isPaired: true },
    effects: [{ do: "publish", status: "connecting", reason, changes: { pairing: null } }],
  };
}

/** Another number's login is only tried, unless it is to be logged out: what follows is decided once it is closed. */
export function loggedIn(state: SessionState): Step {
  return begun(state, (next) => {
    if (next.order.wanted !== "on" || isUnwanted(next))
      return { state: { ...next, phase: "logging_out" }, effects: [{ do: "log_out" }] };
    if (next.another !== null) return closeTrial(next, "another number has logged in");
    return { state: { ...next, phase: "connected" }, effects: [{ do: "use_connection" }] };
  });
}

/** The other number is the channel's own now: its login is used. */
export function numberReplaced(before: SessionState): Step {
  const { another } = before;
  const own = another === null ? {} : { number: another.phone, otherForm: null, lid: another.lid };
  const order = { ...before.order, ...own, replacesNumber: false, setAside: false };
  const state = { ...before, another: null, order };
  if (order.wanted === "off") return finish(state);
  return { state: { ...state, phase: "opening" }, effects: [{ do: "open_keys" }] };
}

export function answered(state: SessionState, { account }: Of<"answered">): Step {
  const { order } = state;
  const { phone = null, lid = null } = account ?? {};
  const changes = {
    ...(order.replacesNumber ? { replaces_number: false, replacement: null } : {}),
    ...(lid === null || lid === order.lid ? {} : { own_lid: lid }),
  };
  const effects: Effect[] = [
    {
      ...{ do: "publish", status: "connected", reason: null },
      ...(phone === null ? {} : { phone: `+${phone}` }),
      ...(Object.keys(changes).length === 0 ? {} : { changes }),
    },
  ];
  if (!state.announced) effects.push({ do: "announce" });
  const known = { number: phone ?? order.number, lid: lid ?? order.lid, replacesNumber: false };
  return { state: { ...state, order: { ...order, ...known }, announced: true }, effects };
}

export function fellSilent(state: SessionState): Step {
  const reason = STATUS_REASONS.silent;
  return { state, effects: [{ do: "publish", status: "degraded", reason }] };
}
