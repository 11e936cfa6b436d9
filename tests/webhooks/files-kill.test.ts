/** A daemon that is killed while it posts an event with the file of its message. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { freePort } from "../../scripts/lib/free-port.ts";
import { caller } from "../support/daemon.ts";
import { type DaemonProcess, prepareSite, type Site } from "../support/daemon-process.ts";
import { until } from "../support/until.ts";
import { startReceiver, verifyDelivery } from "./receiver.ts";

const port = freePort();
const { promise: never } = Promise.withResolvers<Response>();
/** It never answers what is posted first. */
const receiver = startReceiver((nth) => (nth === 0 ? never : new Response("ok")));
let site: Site;
let daemon: DaemonProcess;

beforeAll(async () => {
  site = await prepareSite(port, {});
  daemon = await site.start(port);
});
afterAll(async () => {
  await Promise.all([site?.stop(), receiver.stop()]);
});

test("the next daemon posts the same bytes again, and the file is nowhere in the database", async () => {
  const given = { url: receiver.url, filterTypes: ["message.new"], include: ["message", "files"] };
  const path = "/v1/settings/developer/webhooks/endpoints";
  const { body: endpoint } = await caller(daemon.url, site.key)("POST", path, given);
  const content = { base64: btoa("tomato soup"), filename: "menu.txt" };
  await fetch(`${site.sandbox.url}/sandbox/inbound`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ from: "16505550201", kind: "document", content }),
  });
  await until(() => receiver.received.length === 1);
  await daemon.kill();
  daemon = await site.start(port);
  await until(() => receiver.received.length === 2);
  const [first, second] = receiver.received;
  if (first === undefined || second === undefined) throw new Error("nothing was posted");
  expect(second.body).toBe(first.body);
  expect(JSON.parse(second.body).message.content.data).toBe(content.base64);
  verifyDelivery(endpoint.secret, second);
  const kept = await site.sql`select from delivery_requests where request like ${`%${content.base64}%`}`;
  expect(kept).toHaveLength(0);
});
