/** A session's life as a table: what follows from each happening in each phase, the impossible ones included. */
import { describe, expect, test } from "bun:test";
import type { Happening, Phase } from "../../daemon/gateway/session-model.ts";
import { MEANT_IN, step } from "../../daemon/gateway/session-state.ts";
import { closed, NOW, OWN, PACE, PHASES, row, stateIn } from "./session-states.ts";

const ENDS_CONNECTION = "closing: end_connection";
const LETS_GO = "ending: publish retire release";
const LOGGED_OUT = "ending: wipe publish retire release";
const TRIED_AGAIN = "waiting: publish wait";
const GIVEN_UP = "ending: log_end publish retire release";
const GONE = "ending: wipe log_end publish retire release";
const RENEWED = "waiting: renew_version publish wait";

/** Each happening, with the next phase and the effects for each phase that it concerns. */
const TABLE: [string, Happening, { [Name in Phase]?: string }][] = [
  [
    "somebody wants it disconnected",
    row({ wanted: "off" }),
    {
      waiting: LETS_GO,
      opening: "opening:",
      connecting: ENDS_CONNECTION,
      connected: ENDS_CONNECTION,
      logging_out: ENDS_CONNECTION,
      closing: "closing:",
      replacing: "replacing:",
    },
  ],
  [
    "the daemon stops",
    { kind: "stopped" },
    {
      waiting: LETS_GO,
      opening: "opening:",
      connecting: ENDS_CONNECTION,
      connected: ENDS_CONNECTION,
      logging_out: ENDS_CONNECTION,
      closing: "closing:",
      replacing: LETS_GO,
    },
  ],
  [
    "the lease is lost",
    { kind: "lease_lost" },
    {
      waiting: "over: retire",
      opening: "opening:",
      connecting: ENDS_CONNECTION,
      connected: ENDS_CONNECTION,
      logging_out: ENDS_CONNECTION,
      closing: "closing:",
      replacing: "over: retire",
      ending: "ending:",
    },
  ],
  ["it is time", { kind: "due", at: NOW }, { waiting: "opening: publish open_keys" }],
  ["it is not time yet", { kind: "due", at: NOW - 1 }, { waiting: "waiting: wait" }],
  [
    "the keys are read",
    { kind: "keys_opened", paired: true, account: null },
    { opening: "connecting: connect" },
  ],
  ["the number was replaced", { kind: "number_replaced" }, { replacing: "opening: open_keys" }],
  [
    "the keys can't be read",
    { kind: "not_opened", at: NOW },
    { opening: "waiting: forget_keys publish wait", connecting: "waiting: forget_keys publish wait" },
  ],
  [
    "the keys can't be written",
    { kind: "keys_failed" },
    { connecting: ENDS_CONNECTION, connected: ENDS_CONNECTION, logging_out: ENDS_CONNECTION },
  ],
  [
    "a QR code comes",
    { kind: "qr", connection: 3, qr: "qr", livesMs: 1000, first: true },
    { connecting: "connecting: offer" },
  ],
  [
    "what a person pairs with is made",
    { kind: "offered", connection: 3, pairing: "sealed" },
    { connecting: "connecting: publish" },
  ],
  [
    "nothing can be offered",
    { kind: "not_offered", connection: 3, words: "no code" },
    { connecting: "connecting: end_connection" },
  ],
  [
    "WhatsApp wants a passkey",
    { kind: "passkey", connection: 3, step: "wanted", pairing: "sealed" },
    { connecting: "connecting: publish" },
  ],
  [
    "the passkey is of no use",
    { kind: "passkey_failed", connection: 3, words: "refused" },
    { connecting: "connecting: end_connection" },
  ],
  ["a phone takes the device", { kind: "paired", connection: 3 }, { connecting: "connecting: publish" }],
  ["it is logged in", { kind: "logged_in", connection: 3 }, { connecting: "connected: use_connection" }],
  [
    "WhatsApp answers",
    { kind: "answered", connection: 3, account: OWN },
    { connected: "connected: publish announce" },
  ],
  ["WhatsApp is silent", { kind: "silent", connection: 3 }, { connected: "connected: publish" }],
  [
    "the connection is lost",
    closed(428),
    { connecting: TRIED_AGAIN, connected: TRIED_AGAIN, logging_out: LOGGED_OUT, closing: "waiting: wait" },
  ],
  [
    "another program takes the login",
    closed(440),
    { connecting: GIVEN_UP, connected: GIVEN_UP, logging_out: LOGGED_OUT, closing: "waiting: wait" },
  ],
  [
    "the device is removed on the phone",
    closed(401),
    { connecting: GONE, connected: GONE, logging_out: LOGGED_OUT, closing: "waiting: wait" },
  ],
  [
    "WhatsApp wants a newer version",
    closed(405),
    { connecting: RENEWED, connected: RENEWED, logging_out: LOGGED_OUT, closing: "waiting: wait" },
  ],
  [
    "something can't be done",
    { kind: "failed" },
    {
      waiting: LETS_GO,
      opening: "opening:",
      connecting: ENDS_CONNECTION,
      connected: ENDS_CONNECTION,
      logging_out: ENDS_CONNECTION,
      closing: "closing:",
      replacing: LETS_GO,
      ending: LETS_GO,
    },
  ],
  ["it is handed back", { kind: "released" }, { ending: "over:" }],
];

describe.each(TABLE)("%s", (_name, happening, row) => {
  test.each(PHASES)("while %s", (phase) => {
    const before = stateIn(phase);
    const { state, effects } = step(before, happening, PACE);
    const expected = row[phase];
    if (expected === undefined) {
      expect([state, effects]).toEqual([before, []]);
      return;
    }
    expect(`${state.phase}: ${effects.map((effect) => effect.do).join(" ")}`.trim()).toBe(expected);
  });
});

test.each(PHASES)("a row that says nothing new, and the end of a write, change nothing while %s", (phase) => {
  const before = stateIn(phase, { writes: 1, writtenAt: 0 });
  const { wanted } = before.order;
  const { state, effects } = step({ ...before, writes: 0 }, row({ wanted }), PACE);
  expect([state.phase, effects]).toEqual([phase, []]);
  const after = step(before, { kind: "written", at: 5 }, PACE);
  expect([after.state.phase, after.effects]).toEqual([phase, []]);
});

test("the table names each happening", () => {
  const named = new Set([...TABLE.map(([, { kind }]) => kind), "written"]);
  expect([...named].sort()).toEqual((Object.keys(MEANT_IN) as Happening["kind"][]).sort());
});

test.each(
  TABLE.map(([name, happening]) => [name, happening] as const).filter(
    ([, happening]) => "connection" in happening,
  ),
)("of an earlier connection it says nothing: %s", (_name, happening) => {
  for (const phase of PHASES) {
    const before = stateIn(phase, { connection: 4 });
    expect(step(before, happening, PACE)).toEqual({ state: before, effects: [] });
  }
});
