/** A daemon counts on a lease for less time than the database grants it. */
import { expect, test } from "bun:test";
import { createLease, now } from "../../daemon/gateway/lease.ts";

const HELD = { organizationId: "org_1", channelId: "ch_1", daemonId: "dmn_1", fence: 1 };

function ago(steady: number, wall = steady) {
  const moment = now();
  return { steady: moment.steady - steady, wall: moment.wall - wall };
}

test("it is held for ten seconds from the beginning of its renewal, by either clock", () => {
  expect(createLease(HELD, ago(0)).isHeld()).toBeTrue();
  expect(createLease(HELD, ago(9000)).isHeld()).toBeTrue();
  expect(createLease(HELD, ago(10_000)).isHeld()).toBeFalse();
  expect(createLease(HELD, ago(0, 10_000)).isHeld()).toBeFalse();
  expect(createLease(HELD, ago(10_000, 0)).isHeld()).toBeFalse();
});

test("a lease that is lost stays lost, also when a late renewal comes", () => {
  const lease = createLease(HELD, ago(10_000));
  expect(lease.isHeld()).toBeFalse();
  lease.renewed(now());
  expect([lease.isHeld(), lease.lost.aborted]).toEqual([false, true]);
});

test("a renewal counts from the time of its request", () => {
  const lease = createLease(HELD, ago(9000));
  lease.renewed(ago(1000));
  expect(lease.isHeld()).toBeTrue();
  lease.renewed(ago(11_000));
  expect(lease.isHeld()).toBeFalse();
});
