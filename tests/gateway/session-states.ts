/** Sessions in each phase, and what can happen to them. */
import type { Account } from "../../daemon/gateway/number/own-number.ts";
import type { Happening, Order, Phase, SessionState } from "../../daemon/gateway/session-model.ts";
import { begin } from "../../daemon/gateway/session-state.ts";

export const PHASES = [
  "waiting",
  "opening",
  "connecting",
  "connected",
  "logging_out",
  "closing",
  "replacing",
  "ending",
  "over",
] as const satisfies readonly Phase[];

export const NOW = 1_000_000;
export const PACE = {
  stableMs: 60_000,
  handoverMs: 20_000,
  backoffMs: (failures: number) => failures * 1000,
};
/** The account of the channel's number, and another one. */
export const OWN: Account = { phone: "15557010001", lid: "7001@lid" };
export const ANOTHER: Account = { phone: "15557010002", lid: "7002@lid" };
export const ORDER: Order = {
  wanted: "on",
  method: "qr",
  phoneNumber: null,
  number: null,
  otherForm: null,
  lid: null,
  replacesNumber: false,
  setAside: false,
  proxySince: null,
  failures: 0,
  nextAttemptAt: NOW,
};

/** A session whose third connection is its latest. */
export function stateIn(phase: Phase, more: Partial<SessionState> = {}): SessionState {
  const wanted = phase === "logging_out" ? "logout" : "on";
  return { ...begin({ ...ORDER, wanted }, true).state, phase, connection: 3, starting: false, ...more };
}

export function row(order: Partial<Order> = {}, readAt = 1): Happening {
  return { kind: "row_read", order: { ...ORDER, ...order }, readAt };
}

export type Closed = Extract<Happening, { kind: "closed" }>;

export function closed(code: number, more: Partial<Closed> = {}): Closed {
  const closing = { code, words: "words", until: null };
  const attempt = {
    closing,
    opened: true,
    lastedMs: 100,
    heldMs: 60_000,
    showedQr: false,
    askedPasskey: false,
    version: "2.3000.1, which comes with Waypost",
  };
  return { kind: "closed", connection: 3, attempt, paired: true, at: NOW, ...more };
}
