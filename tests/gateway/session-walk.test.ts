/** Whatever happens, in whatever order: a session never contradicts itself. */
import { expect, test } from "bun:test";
import type { Effect, Happening, Phase, SessionState } from "../../daemon/gateway/session-model.ts";
import { begin, MEANT_IN, step } from "../../daemon/gateway/session-state.ts";
import { ANOTHER, closed, NOW, ORDER, OWN, PACE, row } from "./session-states.ts";

const WALKS = 400;
const STEPS = 60;
const WITH_CONNECTION: readonly Phase[] = ["connecting", "connected", "logging_out", "closing"];
const WITH_LEASE: readonly Effect["do"][] = ["publish", "wipe", "remove", "open_keys", "connect", "release"];

/** The same numbers at each run (mulberry32). */
function createRandom(seed: number): (below: number) => number {
  let at = seed;
  return (below) => {
    at = (at + 0x6d2b79f5) | 0;
    let mixed = Math.imul(at ^ (at >>> 15), 1 | at);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

type Random = ReturnType<typeof createRandom>;

function oneOf<Choice>(random: Random, choices: readonly Choice[]): Choice {
  return choices[random(choices.length)] as Choice;
}

/** Anything that can be reported, sensible or not; daemons stop and leases end less often than the rest. */
function anything(random: Random, state: SessionState): Happening {
  const connection = state.connection - random(2) + random(2);
  const kinds = (Object.keys(MEANT_IN) as Happening["kind"][]).filter(
    (kind) => kind !== "written" || state.writes > 0,
  );
  const kind = oneOf(random, kinds);
  switch (kind) {
    case "row_read": {
      const wanted = oneOf(random, ["on", "on", "on", "off", "logout", "delete"] as const);
      const number = oneOf(random, [null, OWN.phone]);
      const wish = { number, replacesNumber: random(2) === 0, setAside: random(3) === 0 };
      const nextAttemptAt = NOW + random(3) * 1000 - 1000;
      return row({ ...wish, wanted, nextAttemptAt, failures: random(3) }, random(9));
    }
    case "stopped":
    case "lease_lost":
    case "failed":
      return random(8) === 0 ? { kind } : { kind: "due", at: NOW + random(60_000) };
    case "due":
    case "not_opened":
      return { kind, at: NOW + random(60_000) };
    case "keys_opened":
      return { kind, paired: random(3) > 0, account: oneOf(random, [null, OWN, ANOTHER]) };
    case "qr":
      return { kind, connection, qr: "qr", livesMs: 1000, first: random(2) === 0 };
    case "offered":
      return { kind, connection, pairing: "sealed" };
    case "not_offered":
      return { kind, connection, words: "no code" };
    case "answered":
      return { kind, connection, account: OWN };
    case "closed": {
      const code = oneOf(random, [0, 401, 402, 405, 408, 428, 440, 500, 503, 515, 999]);
      return closed(code, { connection, paired: random(4) > 0 });
    }
    case "written":
      return { kind, at: random(9) };
    case "passkey":
      return { kind, connection, step: "wanted", pairing: "sealed" };
    case "passkey_failed":
      return { kind, connection, words: "words" };
    case "paired":
    case "logged_in":
    case "silent":
      return { kind, connection };
    default:
      return { kind };
  }
}

/** The world outside a session, as its effects and happenings change it. */
type World = {
  connection: number | null;
  readsKeys: boolean;
  lost: boolean;
  ended: boolean;
  failed: boolean;
};

/** Lets something happen, and holds what follows against the world. */
function advance(world: World, before: SessionState, happening: Happening): SessionState {
  const { state, effects } = step(before, happening, PACE);
  const isMeant = MEANT_IN[happening.kind].includes(before.phase);
  if (before.phase === "over") expect([state, effects]).toEqual([before, []]);
  if (happening.kind === "closed" && happening.connection === world.connection) world.connection = null;
  if (isMeant && happening.kind === "not_opened") world.connection = null;
  if (isMeant && (happening.kind === "not_opened" || happening.kind === "keys_opened"))
    world.readsKeys = false;
  if (happening.kind === "failed") world.failed = true;
  world.lost ||= happening.kind === "lease_lost" && isMeant;

  for (const effect of effects) {
    // another holds it: nothing is written, read or connected any more
    if (world.lost) expect(WITH_LEASE).not.toContain(effect.do);
    // who has ended does not begin again, and is not said to
    if (world.ended) expect(["wait", "open_keys", "connect"]).not.toContain(effect.do);
    if (world.ended && !world.failed) expect(effect.do).not.toBe("publish");
    if (effect.do === "connect") {
      expect([world.connection, world.readsKeys]).toEqual([null, false]);
      world.connection = effect.connection;
    }
    if (effect.do === "open_keys") {
      expect([world.connection, world.readsKeys]).toEqual([null, false]);
      world.readsKeys = true;
    }
    if (effect.do === "end_connection" || effect.do === "use_connection" || effect.do === "log_out")
      expect(world.connection).toBe(state.connection);
    // nothing may go out or come in while the number changes
    if (effect.do === "replace_number") expect([world.connection, state.another]).toEqual([null, ANOTHER]);
    if (effect.do === "release" || effect.do === "wipe" || effect.do === "remove")
      expect([world.connection, world.readsKeys]).toEqual([null, false]);
  }

  world.ended ||= state.phase === "ending" || state.phase === "over";
  expect(world.connection !== null).toBe(WITH_CONNECTION.includes(state.phase));
  expect(world.readsKeys).toBe(state.phase === "opening");
  expect(world.ended).toBe(state.phase === "ending" || state.phase === "over");
  expect(state.writes).toBeGreaterThanOrEqual(0);
  if (state.phase === "connected") expect(state.order.wanted).toBe("on");
  return state;
}

test("thousands of happenings at random leave nothing contradictory", () => {
  const reached = new Map<Phase, number>();
  for (let seed = 1; seed <= WALKS; seed += 1) {
    const random = createRandom(seed);
    const world = { connection: null, readsKeys: false, lost: false, ended: false, failed: false };
    let { state } = begin(ORDER, true);
    for (let taken = 0; taken < STEPS; taken += 1) {
      state = advance(world, state, sensible(random, state) ?? anything(random, state));
      reached.set(state.phase, (reached.get(state.phase) ?? 0) + 1);
    }
  }
  expect([...reached.keys()].sort()).toEqual([
    ...[
      "closing",
      "connected",
      "connecting",
      "ending",
      "logging_out",
      "opening",
      "over",
      "replacing",
      "waiting",
    ],
  ] as Phase[]);
});

/** Half of the time what a session waits for, so that walks get far. */
function sensible(random: Random, { phase, connection }: SessionState): Happening | null {
  if (random(2) === 0) return null;
  if (phase === "waiting") return { kind: "due", at: NOW + 10 ** 9 };
  if (phase === "opening")
    return { kind: "keys_opened", paired: true, account: oneOf(random, [OWN, ANOTHER]) };
  if (phase === "replacing") return { kind: "number_replaced" };
  if (phase === "connecting") return { kind: "logged_in", connection };
  return phase === "closing" ? closed(0, { connection }) : null;
}
