/** A request to a front costs what it asks of the API: beyond its rate, a key is told when to come back. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { newId } from "../../daemon/lib/ids.ts";
import { insertChannel } from "../../db/channels/channels.ts";
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

test("/graph: a hundred numbers of an account cost one request", async () => {
  const { sql, organizationId: organization_id } = waypost;
  const account = { organization_id, platform: "whatsapp_official", status: "connected", settings: {} };
  for (let nth = 0; nth < 101; nth++) {
    const number = { id: newId("ch"), name: `Shop ${nth}`, phone_number_id: `10${nth}`, waba_id: "2001" };
    await insertChannel(sql, { ...account, ...number });
  }
  const key = `Bearer ${await makeKey(waypost, ["channels:read"])}`;
  const ask = askerOf(`${waypost.url}/graph/v23.0`, "authorization", key);
  const { status, body } = await ask("GET", "/2001/phone_numbers?fields=id");
  expect([status, body.data.length]).toEqual([200, 101]);
});
