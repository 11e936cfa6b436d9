import { conclude, endConnection, goOn, leave, letGo } from "./session-ending.ts";
import type { Happening, Order, Phase, SessionState, Step } from "./session-model.ts";
import {
  answered,
  due,
  failPasskey,
  fellSilent,
  keysOpened,
  loggedIn,
  notOffered,
  notOpened,
  numberReplaced,
  offerPairing,
  paired,
  showOffer,
  showPasskey,
} from "./session-opening.ts";
import { rowRead, written } from "./session-row.ts";
import type { Pace } from "./verdict.ts";

/** The state of a newly claimed session, and its first effects. `cutOff`: its last holder ended while a person paired it. */
export function begin(order: Order, isPaired: boolean, cutOff = false): Step {
  return counted(
    goOn({
      ...{
        phase: "waiting",
        order,
        isPaired,
        cutOff: cutOff && !isPaired,
        connection: 0,
        another: null,
        leaving: null,
      },
      ...{ starting: true, renewed: false },
      ...{ offers: 0, away: false, announced: false, writes: 0, writtenAt: 0, overlooked: false },
    }),
  );
}

const WITH_CONNECTION: readonly Phase[] = ["connecting", "connected", "logging_out"];
const HELD: readonly Phase[] = ["waiting", "opening", ...WITH_CONNECTION, "closing", "replacing"];

/** The phases in which each happening counts; in any other it comes too late and is ignored. */
export const MEANT_IN: Record<Happening["kind"], readonly Phase[]> = {
  row_read: HELD,
  stopped: HELD,
  lease_lost: [...HELD, "ending"],
  due: ["waiting"],
  keys_opened: ["opening"],
  number_replaced: ["replacing"],
  not_opened: ["opening", "connecting"],
  keys_failed: WITH_CONNECTION,
  qr: ["connecting"],
  offered: ["connecting"],
  not_offered: ["connecting"],
  passkey: ["connecting"],
  passkey_failed: ["connecting"],
  paired: ["connecting"],
  logged_in: ["connecting"],
  answered: ["connected"],
  silent: ["connected"],
  closed: [...WITH_CONNECTION, "closing"],
  written: [...HELD, "ending"],
  failed: [...HELD, "ending"],
  released: ["ending"],
};

/** The state machine: the only place where a session's state changes. */
export function step(state: SessionState, happening: Happening, pace: Pace): Step {
  if (!MEANT_IN[happening.kind].includes(state.phase) || isOfAnother(state, happening))
    return { state, effects: [] };
  return counted(follow(state, happening, pace));
}

/** Adds the writes of the row that these effects start. */
function counted({ state, effects }: Step): Step {
  const writes = effects.filter(
    (effect) => effect.do === "replace_number" || (effect.do === "publish" && effect.changes !== undefined),
  );
  return { state: { ...state, writes: state.writes + writes.length }, effects };
}

/** Whether the happening belongs to an earlier connection. */
function isOfAnother(state: SessionState, happening: Happening): boolean {
  return "connection" in happening && happening.connection !== state.connection;
}

function follow(state: SessionState, happening: Happening, pace: Pace): Step {
  switch (happening.kind) {
    case "row_read":
      return rowRead(state, happening);
    case "stopped":
      return letGo(state, "stopped");
    case "failed":
      // the session's next holder repeats the ending that failed
      return state.phase === "ending"
        ? leave({ ...state, leaving: state.leaving ?? "stopped" })
        : letGo(state, "stopped");
    case "lease_lost":
      return letGo(state, "lost");
    case "due":
      return due(state, happening);
    case "keys_opened":
      return keysOpened(state, happening);
    case "number_replaced":
      return numberReplaced(state);
    case "not_opened":
      return notOpened(state, happening);
    case "keys_failed":
      return endConnection(state, "the session's keys can't be used");
    case "qr":
      return offerPairing(state, happening);
    case "offered":
      return showOffer(state, happening);
    case "not_offered":
      return notOffered(state, happening);
    case "passkey":
      return showPasskey(state, happening);
    case "passkey_failed":
      return failPasskey(state, happening);
    case "paired":
      return paired(state);
    case "logged_in":
      return loggedIn(state);
    case "answered":
      return answered(state, happening);
    case "silent":
      return fellSilent(state);
    case "closed":
      return conclude(state, happening, pace);
    case "written":
      return written(state, happening);
    case "released":
      return { state: { ...state, phase: "over" }, effects: [] };
  }
}
