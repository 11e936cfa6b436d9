/** Files that come with messages, in the events of an endpoint: through a whole daemon. */
import { afterAll, expect, test } from "bun:test";
import { receive } from "../inbound/support.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";
import { startReceiver, verifyDelivery } from "./receiver.ts";

const ENDPOINTS = "/v1/settings/developer/webhooks/endpoints";
const DELIVERIES = "/v1/settings/developer/webhooks/deliveries";
const waypost = sharedDaemon();
const receiver = startReceiver();
afterAll(() => receiver.stop());

test("an event comes with the file that was fetched after it, and is shown as it was posted", async () => {
  const given = { url: receiver.url, filterTypes: ["message.new"], include: ["message", "files"] };
  const { body: endpoint } = await waypost.call("POST", ENDPOINTS, given);
  const content = { base64: btoa("tomato soup"), filename: "menu.txt" };
  await receive(waypost, { from: "16505550200", kind: "document", content });
  await until(() => receiver.received.length > 0);
  const [posted] = receiver.received;
  if (posted === undefined) throw new Error("nothing was posted");
  verifyDelivery(endpoint.secret, posted);
  expect(JSON.parse(posted.body).message.content.data).toBe(content.base64);
  const { body: list } = await waypost.call("GET", `${DELIVERIES}?endpoint_id=${endpoint.id}`);
  const { body: delivery } = await waypost.call("GET", `${DELIVERIES}/${list.data[0].id}`);
  expect(delivery.request.body).toBe(posted.body);
});
