/** A number whose health is bad sends slower, if that was set. */
import { expect, test } from "bun:test";
import { throughputOf } from "../../../daemon/providers/cloud-api/throughput.ts";
import { slownessOf } from "../../../daemon/providers/slow-down.ts";
import { WHATSAPP_WEB } from "../../../daemon/providers/whatsapp-web/platform.ts";
import { createWhatsAppWebPolicies } from "../../../daemon/providers/whatsapp-web/send/policy.ts";

const slow_down = { below: 70, factor: 4 };
const channel = { id: "ch", created_at: new Date(), settings: { slow_down }, health_score: 50 };

test("only below the score, only where it is set, and only once it was found", () => {
  expect([69, 70, 100, null].map((health_score) => slownessOf({ ...channel, health_score }))).toEqual([
    4, 1, 1, 1,
  ]);
  expect(slownessOf({ settings: {}, health_score: 0 })).toBe(1);
  expect(slownessOf({ settings: { slow_down: null }, health_score: 0 })).toBe(1);
});

test("a paired number's gaps are longer, its rate is lower, and it begins fewer chats", () => {
  expect(WHATSAPP_WEB.throughputOf?.(channel).per_second).toBeCloseTo(1 / 18, 1);
  const rated = { ...channel, settings: { slow_down, rate: { per_second: 2 } } };
  expect(WHATSAPP_WEB.throughputOf?.(rated).per_second).toBe(0.5);
  expect(WHATSAPP_WEB.newContactsPerDay?.(channel, new Date())).toBe(5);
  expect(WHATSAPP_WEB.newContactsPerDay?.({ ...channel, health_score: 90 }, new Date())).toBe(20);
});

test("the pace that is kept is another one while the score is low", () => {
  const policies = createWhatsAppWebPolicies();
  const take = (policy: ReturnType<typeof policies>, n: number) =>
    policy.take({ recipient: `${n}`, isAddressed: true, isNewContact: true });
  const unpaced = { slow_down, rate: { per_second: 1_000_000 } };
  const well = policies({ ...channel, settings: unpaced, health_score: 100 });
  const ill = policies({ ...channel, settings: unpaced });
  expect(ill).not.toBe(well);
  expect(policies({ ...channel, settings: unpaced })).toBe(ill);
  const begun = (policy: typeof well) =>
    Array.from({ length: 30 }, (_, n) => take(policy, n)).filter((wait) => wait === 0);
  expect([begun(well).length, begun(ill).length]).toEqual([20, 5]);
});

test("an official number's pace is divided, whoever set it", () => {
  expect(throughputOf(channel)).toEqual({ per_second: 15, source: "default" });
  expect(throughputOf({ ...channel, coexists: true })).toEqual({ per_second: 5, source: "coexistence" });
});
