import { endConnection, goOn } from "./session-ending.ts";
import type { Happening, Order, SessionState, Step } from "./session-model.ts";

/** A next attempt earlier by this much than the known one was requested by a person. */
const SOONER_MS = 500;

type RowRead = Extract<Happening, { kind: "row_read" }>;

/**
 * Applies the session's row, and acts on a new request at once. A row that may be older than
 * our own writes is ignored, since it would undo them.
 */
export function rowRead(state: SessionState, { order, readAt }: RowRead): Step {
  if (state.leaving !== null) return { state, effects: [] };
  if (state.writes > 0 || readAt < state.writtenAt)
    return { state: { ...state, overlooked: true }, effects: [] };
  const next = { ...state, order };
  const nothingToDo = ["opening", "closing", "replacing"].includes(state.phase);
  if (nothingToDo || !isOrder(state.order, order)) return { state: next, effects: [] };
  const asked = { ...next, cutOff: false };
  return state.phase === "waiting"
    ? goOn(asked)
    : endConnection(asked, "a different connection was requested");
}

function isOrder(known: Order, order: Order): boolean {
  const sooner = order.nextAttemptAt < known.nextAttemptAt - SOONER_MS;
  const other = (["wanted", "method", "phoneNumber", "proxySince"] as const).some(
    (field) => order[field] !== known[field],
  );
  return sooner || other;
}

/** A write of the row has finished: rows read from now on count. */
export function written(state: SessionState, { at }: Extract<Happening, { kind: "written" }>): Step {
  const next = { ...state, writes: state.writes - 1, writtenAt: at };
  if (next.writes > 0 || !state.overlooked) return { state: next, effects: [] };
  return { state: { ...next, overlooked: false }, effects: [{ do: "look_again" }] };
}
