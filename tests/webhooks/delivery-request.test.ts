/** What one delivery shows of its request is what the endpoint was sent. */
import { afterAll, expect, test } from "bun:test";
import { caller, makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";
import { startReceiver } from "./receiver.ts";

const BASE = "/v1/settings/developer/webhooks";
const waypost = sharedDaemon();
const receiver = startReceiver((nth) => new Response("x", { status: nth === 0 ? 500 : 200 }));
afterAll(receiver.stop);
/** Of the connection, and of each attempt alone. */
const OF_ATTEMPT = [
  "host",
  "connection",
  "webhook-timestamp",
  "webhook-signature",
  "svix-timestamp",
  "svix-signature",
];
const NAME = `{"<b>": 'ü 👋 \\\\ "}`;

type Shown = { id: string; status: string; attempt: number; finished_at: string | null; request: unknown };

async function deliveries(endpointId: string): Promise<Shown[]> {
  const { body } = await waypost.call("GET", `${BASE}/deliveries?endpoint_id=${endpointId}`);
  const shown = await Promise.all(
    body.data.map(({ id }: { id: string }) => waypost.call("GET", `${BASE}/deliveries/${id}`)),
  );
  return shown.map(({ body }) => body);
}

test("the url, the headers but for secrets and signatures, and the body to the byte, until they are gone", async () => {
  const headers = { authorization: "Bearer of-the-receiver", "user-agent": "Mine/1" };
  const { id } = (
    await waypost.call("POST", `${BASE}/endpoints`, {
      url: receiver.url,
      headers,
      filterTypes: ["contact.updated"],
    })
  ).body;
  await waypost.call("POST", "/v1/contacts", { email: "ada@example.com", name: NAME });
  await until(() => receiver.received.length === 1);
  await until(async () => (await deliveries(id)).some(({ status }) => status === "failed"));
  const [next, failed] = await deliveries(id);
  expect([next?.status, next?.finished_at, failed?.status]).toEqual(["pending", null, "failed"]);
  expect(Date.parse(failed?.finished_at ?? "")).toBeGreaterThan(0);

  const [sent] = receiver.received;
  const alike = Object.entries(sent?.headers ?? {}).filter(([name]) => !OF_ATTEMPT.includes(name));
  const hidden = { ...Object.fromEntries(alike), authorization: "********", "user-agent": "********" };
  expect(failed?.request).toEqual({ url: receiver.url, headers: hidden, body: sent?.body });
  expect(next?.request).toEqual(failed?.request);

  await waypost.call("DELETE", `${BASE}/endpoints/${id}`);
  expect((await waypost.call("GET", `${BASE}/deliveries/${failed?.id}`)).body.request).toBeNull();
});

test("a test event has its request, and a list has none", async () => {
  const { id } = (await waypost.call("POST", `${BASE}/endpoints`, { url: receiver.url })).body;
  const made = (await waypost.call("POST", `${BASE}/endpoints/${id}/test`)).body;
  const { request } = (await waypost.call("GET", `${BASE}/deliveries/${made.id}`)).body;
  expect(JSON.parse(request.body)).toMatchObject({ test: true });
  expect(request.headers["webhook-id"]).toBe(made.message_id);
  const { body } = await waypost.call("GET", `${BASE}/deliveries?endpoint_id=${id}`);
  expect(body.data[0]).not.toHaveProperty("request");
});

test("a key of another channel sees no request", async () => {
  const { id } = (await waypost.call("POST", `${BASE}/endpoints`, { url: receiver.url })).body;
  const made = (await waypost.call("POST", `${BASE}/endpoints/${id}/test`)).body;
  const limited = caller(waypost.url, await makeKey(waypost, ["webhooks:manage"], ["ch_of_nobody"]));
  expect((await limited("GET", `${BASE}/deliveries/${made.id}`)).status).toBe(404);
});
