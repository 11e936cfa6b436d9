/** A channel's status shows the state of its access token. */
import { expect, test } from "bun:test";
import { shownStatus } from "../../daemon/channels/shown-status.ts";
import type { ChannelRow } from "../../db/channels/channels.ts";

const NOW = Date.parse("2026-11-26T09:00:00Z");
const DAY_MS = 24 * 3600_000;

const CHANNEL = {
  ...{ status: "connected", status_reason: null, sandbox: false, phone_number_id: "1" },
  ...{ proven_at: new Date(NOW - DAY_MS), token_expires_at: null },
} as ChannelRow;
const shown = (more: Partial<ChannelRow>) => shownStatus({ isSandbox: false }, { ...CHANNEL, ...more }, NOW);
const endingIn = (milliseconds: number) => ({ token_expires_at: new Date(NOW + milliseconds) });

test.each([
  ["that never ends", {}, { status: "connected", status_reason: null }],
  ["that ends in more than a week", endingIn(7 * DAY_MS + 1), { status: "connected", status_reason: null }],
  [
    "that ends in a week",
    endingIn(7 * DAY_MS),
    {
      status: "connected",
      status_reason: "the access token expires at 2026-12-03T09:00:00.000Z; connect it again before that",
    },
  ],
  [
    "that ends in a moment",
    endingIn(1),
    { status: "connected", status_reason: expect.stringContaining("the access token expires at") },
  ],
  [
    "that ends now",
    endingIn(0),
    {
      status: "disconnected",
      status_reason: "the access token expired at 2026-11-26T09:00:00.000Z; connect it again",
    },
  ],
])("a token %s", (_, more, expected) => {
  expect(shown(more)).toEqual(expected);
});

test("a reason that is there already comes before a token that ends soon, not before one that ended", () => {
  const degraded = { status: "degraded", status_reason: "WhatsApp did not respond" };
  expect(shown({ ...endingIn(DAY_MS), ...degraded })).toEqual(degraded);
  expect(shown({ ...endingIn(-DAY_MS), ...degraded }).status).toBe("disconnected");
});

test("a number that is not proven says so while it is connected, and one without a number does not", () => {
  const reason = expect.stringContaining("nothing is received until WhatsApp confirms");
  expect(shown({ proven_at: null, ...endingIn(DAY_MS) }).status_reason).toEqual(reason);
  expect(shown({ proven_at: null, phone_number_id: null }).status_reason).toBeNull();
  expect(shown({ proven_at: null, status: "disconnected" }).status_reason).toBeNull();
});

test("a channel that this daemon leaves alone says why, whatever its token", () => {
  const left = shownStatus({ isSandbox: true }, { ...CHANNEL, ...endingIn(-1) }, NOW);
  expect(left.status).toBe("disconnected");
  expect(left.status_reason).not.toContain("token");
});

test.each([
  ["NONE", null],
  ["FIRST_WARNING", "new_chats_warned: WhatsApp warns that this number begins many chats until "],
  ["CAPPED", "new_chats_used_up: "],
  ["A_NEW_ONE", null],
])(
  "a limit of new chats that is %s is a reason to look at a connected number until its cycle ends",
  (status, words) => {
    const limited = (cycle_end: string, more = {}) =>
      shown({ new_chats: { status, used: 8, total: 10, cycle_end }, ...more }).status_reason;
    expect(limited("2026-11-30T00:00:00.000Z")).toEqual(
      words === null ? null : expect.stringContaining(words),
    );
    expect(limited("2026-11-26T00:00:00.000Z")).toBeNull();
    expect(limited("2026-11-30T00:00:00.000Z", { status: "restricted" })).toBeNull();
  },
);
