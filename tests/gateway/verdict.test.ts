/** The consequences of a connection's end, as a table. */
import { expect, test } from "bun:test";
import { TIMINGS } from "../../daemon/gateway/timings.ts";
import { type Attempt, type Circumstances, verdictOf } from "../../daemon/gateway/verdict.ts";
import { backoffMs } from "../../daemon/providers/whatsapp-web/connection/closing/backoff.ts";

const PAIRED: Circumstances = {
  paired: true,
  method: "qr",
  failures: 0,
  renewed: false,
  stableMs: 60_000,
  handoverMs: 20_000,
  now: Date.now(),
  backoffMs: TIMINGS.backoffMs,
};
const UNPAIRED: Circumstances = { ...PAIRED, paired: false };

const ended = (code: number, more: Partial<Attempt> = {}): Attempt => ({
  closing: { code, words: "words", until: null },
  opened: true,
  lastedMs: 100,
  heldMs: 60_000,
  showedQr: false,
  askedPasskey: false,
  version: "2.3000.1, which comes with Waypost",
  ...more,
});

test.each([
  [400, "disconnected", "retry"],
  [401, "logged_out", "wipe"],
  [402, "restricted", "stop"],
  [403, "restricted", "wipe"],
  [405, "connecting", "renew"],
  [406, "logged_out", "wipe"],
  [408, "connecting", "retry"],
  [409, "disconnected", "stop"],
  [411, "disconnected", "stop"],
  [418, "disconnected", "stop"],
  [428, "connecting", "retry"],
  [440, "replaced", "stop"],
  [500, "connecting", "retry"],
  [501, "connecting", "retry"],
  [503, "connecting", "retry"],
  [599, "connecting", "retry"],
] as const)("%i: %s, %s", (code, status, what) => {
  const verdict = verdictOf(ended(code), PAIRED);
  expect(verdict.status).toBe(status);
  expect(verdict.reason).toEndWith(`(${code})`);
  expect([verdict.ends, verdict.wipes, verdict.renews]).toEqual([
    what === "stop" || what === "wipe",
    what === "wipe",
    what === "renew",
  ]);
});

test("the restart after pairing costs nothing, once", () => {
  expect(verdictOf(ended(515), PAIRED)).toMatchObject({ failures: 0, waitMs: 0, ends: false });
  expect(verdictOf(ended(515), { ...PAIRED, failures: 1 }).failures).toBe(2);
});

test("a connection that lasted starts the count again", () => {
  expect(verdictOf(ended(428, { lastedMs: 60_000 }), { ...PAIRED, failures: 9 }).failures).toBe(1);
  expect(verdictOf(ended(428, { lastedMs: 59_999 }), { ...PAIRED, failures: 9 }).failures).toBe(10);
});

test("an unavailable server is left alone for half a minute at least", () => {
  expect(verdictOf(ended(503), PAIRED).waitMs).toBeGreaterThanOrEqual(30_000);
});

test("a login that was replaced just after another daemon's is tried again", () => {
  const verdict = verdictOf(ended(440, { heldMs: 19_999 }), PAIRED);
  expect(verdict).toMatchObject({ status: "connecting", ends: false });
  expect(verdict.reason).toEndWith("(440)");
  expect(verdict.waitMs).toBeGreaterThanOrEqual(20_000);
  expect(verdictOf(ended(440, { heldMs: 20_000 }), PAIRED).ends).toBe(true);
});

test("a version that is refused, too, is tried again in an hour, and with a person who waits not at all", () => {
  const reason = expect.stringMatching(/than 2\.3000\.1, which comes with Waypost: .*hour \(405\)$/);
  const outdated = { status: "disconnected", wipes: false };
  const later = verdictOf(ended(405), { ...PAIRED, renewed: true });
  expect(later).toMatchObject({ ...outdated, reason, ends: false, renews: true });
  expect(later.waitMs).toBeGreaterThanOrEqual(3600_000);
  expect(verdictOf(ended(405), { ...UNPAIRED, renewed: true })).toMatchObject({ ...outdated, ends: true });
});

test("a pairing for which WhatsApp makes no code ends in its words", () => {
  const closing = { code: 596, words: "WhatsApp made no pairing code", until: null };
  const verdict = verdictOf(ended(596, { closing, showedQr: true }), { ...UNPAIRED, method: "pairing_code" });
  const reason = "WhatsApp made no pairing code; connect it again";
  expect(verdict).toMatchObject({ status: "disconnected", ends: true, reason });
});

test("a ban that ends is waited for", () => {
  const until = new Date(Date.now() + 3600_000);
  const verdict = verdictOf({ ...ended(402), closing: { code: 402, words: "", until } }, PAIRED);
  expect(verdict).toMatchObject({ status: "restricted", ends: false });
  expect(verdict.reason).toContain(until.toISOString());
  expect(verdict.waitMs).toBeGreaterThan(3590_000);
});

test("pairing is tried three times, with a code once", () => {
  const shown = ended(408, { opened: false, showedQr: true });
  expect(verdictOf(shown, UNPAIRED)).toMatchObject({
    status: "connecting",
    ends: false,
    failures: 1,
    waitMs: 0,
  });
  expect(verdictOf(shown, { ...UNPAIRED, failures: 2 })).toMatchObject({
    status: "disconnected",
    ends: true,
    wipes: true,
  });
  expect(verdictOf(shown, { ...UNPAIRED, method: "pairing_code" }).ends).toBeTrue();
});

test("a pairing that wanted a passkey ends in words, whichever way it was begun", () => {
  const words = "the passkey was not used in time";
  const asked = { opened: false, showedQr: true, askedPasskey: true };
  const late = ended(598, { ...asked, closing: { code: 598, words, until: null } });
  const reason = `passkey_failed: ${words}; connect it again`;
  expect(verdictOf(late, UNPAIRED)).toMatchObject({
    status: "disconnected",
    ends: true,
    wipes: true,
    reason,
  });
  expect(verdictOf(late, { ...UNPAIRED, method: "pairing_code" }).reason).toBe(reason);
  const lost = verdictOf(ended(428, asked), { ...UNPAIRED, method: "pairing_code" });
  expect(lost).toMatchObject({ ends: true, status: "disconnected" });
  expect(lost.reason).toContain("the connection ended before the passkey was used: words (428)");
});

test("waits double from one second to one minute, then are ten minutes, all of them spread", () => {
  const middle = () => 0.5;
  expect([0, 1, 2, 3, 6, 7, 11].map((failures) => backoffMs(failures, middle))).toEqual([
    1000, 1000, 2000, 4000, 32_000, 60_000, 60_000,
  ]);
  expect(backoffMs(12, middle)).toBe(600_000);
  expect([backoffMs(3, () => 0), backoffMs(3, () => 1)]).toEqual([2800, 5200]);
});
