/** A request to a front costs what it asks of the API: beyond its rate, a key is told when to come back. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { makeKey, type OwnDaemon, startTestDaemon } from "../support/daemon.ts";
import { askerOf, beyondRate, PERSON } from "./site.ts";

let waypost: OwnDaemon;
beforeAll(async () => {
  waypost = await startTestDaemon({ config: { keyRequestsPerSecond: 3 } });
  await waypost.call("PATCH", `/v1/channels/${waypost.channelId}`, { name: "shop" });
});
afterAll(() => waypost?.stop());

test.each([
  ["/compat/evolution", "apikey", "/message/sendText/shop", { number: PERSON, text: "Hi" }],
  ["/compat/waha", "x-api-key", "/api/sendText", { session: "shop", chatId: `${PERSON}@c.us`, text: "Hi" }],
])("%s", async (prefix, header, path, body) => {
  const ask = askerOf(waypost.url + prefix, header, await makeKey(waypost, ["messages:send"]));
  const refused = await beyondRate(() => ask("POST", path, body));
  expect(JSON.stringify(refused.body)).toContain("rate_limited");
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
});
