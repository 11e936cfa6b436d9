import { endConnection, goOn } from "./session-ending.ts";
import type { Happening, Order, SessionState, Step } from "./session-model.ts";

/** An attempt this much sooner than the known one was ordered by somebody. */
const SOONER_MS = 500;

type RowRead = Extract<Happening, { kind: "row_read" }>;

/**
 * Takes the row as it is; what somebody ordered meanwhile is done at once. A
 * row that may be older than what was written here says nothing: it would undo it.
 */
export function rowRead(state: SessionState, { order, readAt }: RowRead): Step {
  if (state.leaving !== null) return { state, effects: [] };
  if (state.writes > 0 || readAt < state.writtenAt)
    return { state: { ...state, overlooked: true }, effects: [] };
  const next = { ...state, order };
  const nothingToDo = state.phase === "opening" || state.phase === "closing";
  if (nothingToDo || !isOrder(state.order, order)) return { state: next, effects: [] };
  return state.phase === "waiting" ? goOn(next) : endConnection(next, "something else is wanted");
}

function isOrder(known: Order, order: Order): boolean {
  const sooner = order.nextAttemptAt < known.nextAttemptAt - SOONER_MS;
  const other = (["wanted", "method", "phoneNumber"] as const).some((field) => order[field] !== known[field]);
  return sooner || other;
}

/** A write of the row has ended: rows that are read from now on are believed. */
export function written(state: SessionState, { at }: Extract<Happening, { kind: "written" }>): Step {
  const next = { ...state, writes: state.writes - 1, writtenAt: at };
  if (next.writes > 0 || !state.overlooked) return { state: next, effects: [] };
  return { state: { ...next, overlooked: false }, effects: [{ do: "look_again" }] };
}
