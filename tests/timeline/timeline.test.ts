/** The life of one message on one line: what a real daemon, its sandbox and a receiver did with it. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { caller, makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";
import { startReceiver } from "../webhooks/receiver.ts";

const waypost = sharedDaemon();
const receiver = startReceiver((nth) => new Response("x", { status: nth === 0 ? 500 : 200 }));
const BASE = "/v1/settings/developer/webhooks";
let endpointId = "";

type Entry = { kind: string; at: string; [member: string]: unknown };

beforeAll(async () => {
  const endpoint = { url: receiver.url, filterTypes: ["message.sent"] };
  endpointId = (await waypost.call("POST", `${BASE}/endpoints`, endpoint)).body.id;
});
afterAll(receiver.stop);

async function send(to: string, rest: object = {}): Promise<string> {
  const body = { channel_id: waypost.channelId, to, type: "text", content: { body: "Hello" }, ...rest };
  return (await waypost.call("POST", "/v1/messages", body)).body.id;
}

async function timeline(id: string, call = waypost.call): Promise<Entry[]> {
  const { status, body } = await call("GET", `/v1/messages/${id}/timeline`);
  expect(status).toBe(200);
  return body.data;
}

/** Of entries, those of a kind, without the members that they don't have. */
function ofKind(entries: readonly Entry[], kind: string): Record<string, unknown>[] {
  return entries
    .filter((entry) => entry.kind === kind)
    .map((entry) => Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null)));
}

test("a message that is read: accepted, called, its statuses, each event, and each delivery of them", async () => {
  const id = await send("14155550101");
  await waypost.until(id, "read");
  await until(async () => ofKind(await timeline(id), "delivery").some(({ status }) => status === "failed"));
  const entries = await timeline(id);
  expect(entries.map(({ at }) => Date.parse(at))).toEqual(entries.map(({ at }) => Date.parse(at)).sort());
  expect(entries[0]?.kind).toBe("accepted");
  expect(ofKind(entries, "attempt")).toEqual([
    { kind: "attempt", attempt: 1, status: "sent", at: expect.any(String), ended_at: expect.any(String) },
  ]);
  expect(ofKind(entries, "status").map(({ status }) => status)).toEqual(["sent", "delivered", "read"]);
  const log = (await waypost.call("GET", "/v1/events?limit=100")).body.data as {
    id: string;
    type: string;
    data: unknown;
  }[];
  const named = log.filter((event) => JSON.stringify(event).includes(id));
  expect(named.map(({ type }) => type)).toContain("message.sent");
  expect(
    ofKind(entries, "event")
      .map(({ event_id }) => event_id)
      .sort(),
  ).toEqual(named.map(({ id }) => id).sort());
  const sent = named.find(({ type }) => type === "message.sent");
  const [first, retry] = ofKind(entries, "delivery");
  expect(first).toMatchObject({
    ...{ endpoint_id: endpointId, event_id: sent?.id, attempt: 1, status: "failed", response_status: 500 },
    detail: "the endpoint responded with 500",
  });
  expect(retry).toMatchObject({ attempt: 2, status: "pending", event_id: sent?.id });
});

test("a message that fails says why at its attempt and its status; one that waits, what for", async () => {
  const failed = await send("15550000101");
  await waypost.until(failed, "failed");
  const entries = await timeline(failed);
  const why = { status: "failed", code: "recipient_unreachable", detail: expect.any(String) };
  expect(ofKind(entries, "status").at(-1)).toMatchObject(why);
  const later = await send("14155550102", { scheduled_at: new Date(Date.now() + 86_400_000).toISOString() });
  expect((await timeline(later)).at(-1)).toMatchObject({ kind: "waiting", status: "scheduled" });
});

test("deliveries are only for those who may see them, and other channels' messages for nobody", async () => {
  const id = await send("14155550103");
  await waypost.until(id, "read");
  await until(async () => ofKind(await timeline(id), "delivery").length > 0);
  const reader = caller(waypost.url, await makeKey(waypost, ["messages:read"]));
  expect(ofKind(await timeline(id, reader as never), "event").length).toBeGreaterThan(0);
  expect(ofKind(await timeline(id, reader as never), "delivery")).toEqual([]);
  const mine = await makeKey(waypost, ["messages:read", "webhooks:manage"], [waypost.channelId]);
  expect(ofKind(await timeline(id, caller(waypost.url, mine) as never), "delivery")).toEqual([]);
  const other = caller(waypost.url, await makeKey(waypost, ["messages:read"], ["ch_of_nobody"]));
  expect((await other("GET", `/v1/messages/${id}/timeline`)).status).toBe(404);
});
