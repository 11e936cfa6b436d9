/** A request to a front costs what it asks of the API: beyond its rate, a key is told when to come back. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { makeKey, type OwnDaemon, startTestDaemon } from "../support/daemon.ts";
import { askerOf, PERSON } from "./site.ts";

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
  const answers = [];
  for (let sent = 0; sent < 31; sent++) answers.push(await ask("POST", path, body));
  expect(answers.slice(0, 30).map(({ status }) => status)).not.toContain(429);
  const last = answers.at(-1);
  expect([last?.status, JSON.stringify(last?.body)]).toEqual([429, expect.stringContaining("rate_limited")]);
  expect(Number(last?.headers.get("retry-after"))).toBeGreaterThan(0);
});
