/** The members besides the phase that decide a session's next state. */
import { describe, expect, test } from "bun:test";
import type { Effect, Happening, SessionState, Step } from "../../daemon/gateway/session-model.ts";
import { begin, step } from "../../daemon/gateway/session-state.ts";
import { type Closed, closed, NOW, ORDER, PACE, row, stateIn } from "./session-states.ts";

const names = ({ effects }: Step) => effects.map((effect) => effect.do);
const published = ({ effects }: Step) =>
  effects.filter((effect): effect is Extract<Effect, { do: "publish" }> => effect.do === "publish");

/** A connection that WhatsApp refused because of a ban that ends. */
function bannedUntil(at: number): Closed["attempt"] {
  const { attempt } = closed(402);
  return { ...attempt, closing: { ...attempt.closing, until: new Date(at) } };
}

/** One happening after another. */
function follow(state: SessionState, ...happenings: Happening[]): Step {
  return happenings.reduce<Step>((before, happening) => step(before.state, happening, PACE), {
    state,
    effects: [],
  });
}

describe("rows and own writes", () => {
  const givenUp = follow(stateIn("connected"), closed(440));

  test("the next attempt is written as a duration: a clock that is set meanwhile doesn't change it", () => {
    const resting = follow(stateIn("connected"), closed(428));
    expect(published(resting)).toMatchObject([{ changes: { nextAttemptInMs: PACE.backoffMs(1) } }]);
  });

  test("a number that has ended is not wanted again by a row that is older", () => {
    expect(published(givenUp)).toMatchObject([{ status: "replaced", changes: { ended: "on" } }]);
    const after = follow(givenUp.state, row(), { kind: "written", at: 5 }, row({}, 9), { kind: "released" });
    expect([after.state.phase, after.effects]).toEqual(["over", []]);
  });

  test("a row that was read before a write had ended is read again after it", () => {
    const resting = follow(stateIn("connected"), closed(428)).state;
    expect(resting.writes).toBe(1);
    const sooner = row({ nextAttemptAt: NOW - 60_000 }, 3);
    const ignored = follow(resting, sooner);
    expect([ignored.state.order, ignored.effects]).toEqual([resting.order, []]);
    const written = follow(ignored.state, { kind: "written", at: 4 });
    expect(names(written)).toEqual(["look_again"]);
    expect(follow(written.state, sooner).effects).toEqual([]);
    expect(follow(written.state, row({ nextAttemptAt: NOW }, 5)).effects).toEqual([
      { do: "wait", until: NOW },
    ]);
  });

  test("an attempt that was ordered sooner is made now; the same one is waited for", () => {
    const resting = stateIn("waiting", { order: { ...ORDER, failures: 4, nextAttemptAt: NOW + 54_000 } });
    expect(follow(resting, row({ nextAttemptAt: NOW + 53_800, failures: 4 })).effects).toEqual([]);
    const { state, effects } = follow(resting, row({ nextAttemptAt: NOW }));
    expect(effects).toEqual([{ do: "wait", until: NOW }]);
    expect(published(follow(state, { kind: "due", at: NOW }))).toMatchObject([{ reason: null }]);
  });

  test("an order that comes while a connection closes is carried out once it is closed", () => {
    const back = row({ wanted: "on" });
    const after = follow(stateIn("connected"), row({ wanted: "off" }), back, closed(0));
    expect([after.state.phase, names(after)]).toEqual(["waiting", ["wait"]]);
  });

  test("a session that is no longer wanted is not connected, whether its keys can be read or not", () => {
    const off = follow(stateIn("opening"), row({ wanted: "off" })).state;
    expect(names(follow(off, { kind: "keys_opened", paired: true, account: null }))).toEqual([
      "publish",
      "retire",
      "release",
    ]);
    expect(names(follow(off, { kind: "not_opened", at: NOW }))).toEqual(["publish", "retire", "release"]);
  });
});

describe("tries that fail for the same reason", () => {
  const tries = (connection: number, ending: Happening): Happening[] => [
    { kind: "due", at: NOW + 1e9 },
    { kind: "keys_opened", paired: true, account: null },
    ending.kind === "closed" ? { ...ending, connection } : ending,
  ];
  const statuses = (state: SessionState, happenings: Happening[]) => {
    const shown: string[] = [];
    let at = state;
    for (const happening of happenings) {
      const after = follow(at, happening);
      shown.push(...published(after).map(({ status }) => status));
      at = after.state;
    }
    return { shown: shown.filter((status, n) => status !== shown[n - 1]), at };
  };

  test.each([
    ["a proxy that can't be used", "disconnected", closed(597)],
    ["a ban that ends", "restricted", closed(402, { attempt: bannedUntil(NOW + 1000) })],
    ["keys that can't be read", "degraded", { kind: "not_opened", at: NOW }],
  ] as const)(
    "%s: the status changes once, and back when somebody connects the number",
    (_why, status, ending) => {
      const twice = [...tries(1, ending), ...tries(2, ending), ...tries(3, ending)];
      const { shown, at } = statuses(begin(ORDER, true).state, twice);
      expect(shown).toEqual(["connecting", status]);
      const asked = row({ failures: 0, nextAttemptAt: NOW }, 9);
      const again = statuses(at, [
        { kind: "written", at: 1 },
        { kind: "written", at: 1 },
        { kind: "written", at: 1 },
        asked,
        { kind: "due", at: NOW },
      ]);
      expect(again.shown).toEqual(["connecting"]);
    },
  );

  test("another reason is shown, and so is that the connection is lost that came after it", () => {
    const proxy = tries(1, closed(597));
    const other = statuses(begin(ORDER, true).state, [...proxy, ...tries(2, closed(503))]);
    expect(other.shown).toEqual(["connecting", "disconnected", "connecting"]);
    const back = statuses(begin(ORDER, true).state, [
      ...[...proxy, ...tries(2, { kind: "logged_in", connection: 2 })],
      ...([{ kind: "answered", connection: 2, account: null }, { kind: "keys_failed" }] as const),
      ...[closed(0, { connection: 2 }), { kind: "due", at: NOW + 1e9 } as const],
    ]);
    expect(back.shown).toEqual(["connecting", "disconnected", "connected", "connecting"]);
  });
});

describe("letting go", () => {
  const ALL = ["connecting", "connected", "logging_out"] as const;

  test.each(ALL)("a daemon that stops while %s hands it back when the connection is closed", (phase) => {
    const after = follow(stateIn(phase), { kind: "stopped" }, closed(440));
    expect(after.state.phase).toBe("ending");
    expect(published(after).map(({ reason }) => reason)).toEqual(
      phase === "logging_out" ? [] : ["waiting for a gateway"],
    );
    expect(names(after).slice(-2)).toEqual(["retire", "release"]);
  });

  test.each(ALL)("a lease that is lost while %s: nothing is written of it", (phase) => {
    const after = follow(stateIn(phase), { kind: "lease_lost" }, { kind: "stopped" }, closed(440));
    expect([after.state.phase, names(after)]).toEqual(["over", ["retire"]]);
  });

  test.each(["stopped", "lease_lost"] as const)("%s: it waits for keys that are being read", (kind) => {
    const leaving = follow(stateIn("opening"), { kind }).state;
    for (const opened of [
      { kind: "keys_opened", paired: true, account: null },
      { kind: "not_opened", at: NOW },
    ] as const) {
      expect(names(follow(leaving, opened))).toEqual(
        kind === "stopped" ? ["publish", "retire", "release"] : ["retire"],
      );
    }
  });

  test("a pairing that could not be wiped is not shown as gone, but left to the next gateway", () => {
    const ending = follow(stateIn("connected"), closed(401)).state;
    const after = follow(ending, { kind: "failed" });
    expect(published(after)).toMatchObject([{ status: "connecting", reason: "waiting for a gateway" }]);
    const lost = follow(ending, { kind: "lease_lost" }, { kind: "failed" });
    expect([lost.state.phase, names(lost)]).toEqual(["over", ["retire"]]);
  });
});

describe("logging out", () => {
  const opening = (wanted: "logout" | "delete") => stateIn("opening", { order: { ...ORDER, wanted } });

  test("a number that was never paired is logged out without a connection", () => {
    const logout = follow(opening("logout"), { kind: "keys_opened", paired: false, account: null });
    expect(names(logout)).toEqual(["wipe", "publish", "retire", "release"]);
    expect(published(logout)).toMatchObject([{ reason: "logged out on request" }]);
    const gone = follow(opening("delete"), { kind: "keys_opened", paired: false, account: null });
    expect(names(gone)).toEqual(["forget_keys", "remove", "retire", "release"]);
  });

  test("a logout that did not reach WhatsApp says so", () => {
    const after = follow(stateIn("logging_out"), closed(408));
    expect(published(after)[0]?.reason).toStartWith("logged out here; WhatsApp was not reached");
    expect(published(follow(stateIn("logging_out"), closed(401)))[0]?.reason).toBe("logged out on request");
  });

  test("a connection is made for it when it is paired, and used for nothing else", () => {
    const connecting = follow(opening("logout"), { kind: "keys_opened", paired: true, account: null }).state;
    const after = follow(connecting, { kind: "logged_in", connection: connecting.connection });
    expect([after.state.phase, names(after)]).toEqual(["logging_out", ["log_out"]]);
  });
});

describe("pairing", () => {
  const byCode = { ...ORDER, method: "pairing_code", phoneNumber: "15557010001" } as const;
  const qr = (first: boolean): Happening => ({ kind: "qr", connection: 3, qr: "qr", livesMs: 1000, first });

  test("each QR code is offered, a code to type once a connection", () => {
    const scanned = follow(stateIn("connecting"), qr(true), qr(false));
    expect(scanned.effects).toMatchObject([{ do: "offer", phoneNumber: null, attempt: 2 }]);
    const typed = follow(stateIn("connecting", { order: byCode }), qr(true));
    expect(typed.effects).toMatchObject([{ do: "offer", phoneNumber: "15557010001", attempt: 1 }]);
    expect(follow(typed.state, qr(false)).effects).toEqual([]);
  });

  test("the third connection without a pairing is the last, and leaves nothing", () => {
    const shown = closed(408, { paired: false });
    const third = follow(stateIn("connecting", { order: { ...ORDER, failures: 2 } }), shown);
    expect(names(third)).toEqual(["wipe", "log_end", "publish", "retire", "release"]);
    expect(names(follow(stateIn("connecting"), shown))).toEqual(["publish", "wait"]);
  });
});

test("others may start once it is logged in, waits for a person, or has failed", () => {
  const starting = begin(ORDER, true).state;
  expect(starting.starting).toBeTrue();
  const connecting = follow(
    starting,
    { kind: "due", at: NOW },
    { kind: "keys_opened", paired: true, account: null },
  ).state;
  const happenings: Happening[] = [
    { kind: "qr", connection: 1, qr: "qr", livesMs: 1000, first: true },
    { kind: "logged_in", connection: 1 },
    closed(428, { connection: 1 }),
    { kind: "not_opened", at: NOW },
  ];
  for (const happening of happenings) {
    const after = follow(connecting, happening);
    expect([after.state.starting, names(after)[0]]).toEqual([false, "let_others_start"]);
    expect(names(follow(after.state, happening))).not.toContain("let_others_start");
  }
});

test("a newer version is asked for again when it is refused, too, unless somebody waits for a code", () => {
  const renewed = stateIn("connected", { renewed: true });
  expect(names(follow(renewed, closed(405)))).toContain("renew_version");
  expect(names(follow(renewed, closed(405, { paired: false })))).toContain("log_end");
});

test("each connection wakes what waits for the number once", () => {
  const answered: Happening = { kind: "answered", connection: 3, account: null };
  const after = follow(stateIn("connected"), answered);
  expect(names(follow(after.state, answered))).toEqual(["publish"]);
});

test("a new request after a pairing that was cut off is no pairing cut off", () => {
  const { state } = begin({ ...ORDER, nextAttemptAt: NOW + 5000 }, false, true);
  expect(state.cutOff).toBe(true);
  expect(step(state, row({ method: "pairing_code", phoneNumber: "4917" }), PACE).state.cutOff).toBe(false);
  expect(begin(ORDER, true, true).state.cutOff).toBe(false);
});
