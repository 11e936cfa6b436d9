/** Many sessions start side by side, a few at a time, however many daemons there are. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { type GatewaySite, startGatewaySite } from "./site.ts";

const SESSIONS = 20;
let site: GatewaySite;
const ids: string[] = [];

beforeAll(async () => {
  site = await startGatewaySite();
  const gateway = site.gateway();
  for (let index = 0; index < SESSIONS; index += 1) {
    const id = await site.newChannel();
    ids.push(id);
    await site.pair(id, `155580000${10 + index}`);
  }
  await gateway.stop();
});

afterAll(() => site.stop());

test("two gateways share them: each is connected once, and no more than eight start at once", async () => {
  let starting = 0;
  let most = 0;
  const listener = {
    onSocket() {
      starting += 1;
      most = Math.max(most, starting);
    },
    onOpen() {
      starting -= 1;
    },
    getMessage: async () => undefined,
  };
  const gateways = [1, 2].map(() => site.gateway({ listener }));
  await Promise.all(ids.map((id) => site.untilStatus(id, "connected")));
  expect(most).toBeLessThanOrEqual(2 * 8);
  const holders = ids.map((id) => gateways.filter((gateway) => gateway.find(id) !== null).length);
  expect(holders).toEqual(Array(SESSIONS).fill(1));
  expect(gateways.reduce((sum, gateway) => sum + gateway.count().connected, 0)).toBe(SESSIONS);
});
