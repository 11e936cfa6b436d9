/** What Meta sends and answers that nobody reads is named, once, without its content. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { CHANGE_KINDS } from "../../daemon/sandbox/graph/control/inbound-changes.ts";
import { MESSAGE_KINDS } from "../../daemon/sandbox/graph/control/inbound-messages.ts";
import { change, PHONE, post } from "../inbound/support.ts";
import { type OwnDaemon, startTestDaemon } from "../support/daemon.ts";
import { until } from "../support/until.ts";
import { drifted, named } from "./support.ts";

let waypost: OwnDaemon;
let meta: ReturnType<typeof Bun.serve>;
let answer: (request: Request) => Promise<Response>;

beforeAll(async () => {
  meta = Bun.serve({ port: 0, fetch: (request) => answer(request) });
  waypost = await startTestDaemon({ config: { graphUrl: `http://127.0.0.1:${meta.port}/v25.0` } });
  answer = async (request) => {
    const { method, headers } = request;
    const path = request.url.slice(request.url.indexOf("/v25.0") + "/v25.0".length);
    const body = method === "POST" ? { body: await request.bytes() } : {};
    return await fetch(waypost.sandbox.graphUrl + path, { method, headers, ...body });
  };
});
afterAll(async () => {
  await waypost.stop();
  await meta.stop(true);
});

const text = { channel_id: "", to: "16505550100", type: "text", content: { body: "Hello" } };

async function send(to = text.to): Promise<string> {
  const message = { ...text, to, channel_id: waypost.channelId };
  const { status, body } = await waypost.call("POST", "/v1/messages", message);
  expect([status, body]).toEqual([201, body]);
  return body.id;
}

async function inbound(kind: string, content: object = {}): Promise<void> {
  const body = JSON.stringify({ from: "16505550100", kind, content, phone_number_id: PHONE.id });
  const response = await fetch(`${waypost.sandbox.url}/sandbox/inbound`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  expect([kind, response.status]).toEqual([kind, 200]);
}

test("what the sandbox sends and answers has no name", async () => {
  await waypost.until(await send(), "read");
  // there is no button to press
  const kinds = [...MESSAGE_KINDS, ...CHANGE_KINDS].filter((kind) => kind !== "press");
  for (const kind of kinds) await inbound(kind);
  await waypost.call("POST", "/v1/templates/sync", { channel_id: waypost.channelId });
  await waypost.call("POST", `/v1/channels/${waypost.channelId}/check`, {});
  await until(async () => {
    const answered = await fetch(`${waypost.sandbox.url}/sandbox/webhooks`);
    const { waiting, underway, scheduled } = (await answered.json()) as Record<string, number>;
    return waiting === 0 && underway === 0 && scheduled === 0;
  });
  const headers = { "content-type": "application/json", "x-hub-signature-256": `sha256=${"0".repeat(64)}` };
  const forged = { method: "POST", headers, body: JSON.stringify({ planted_by_anybody: 1 }) };
  const answered = await fetch(`${waypost.url}/v1/providers/whatsapp/webhook`, forged);
  expect(answered.status).toBe(401);
  // named later than all of these
  await post(waypost, change({}, "first_planted"));
  await drifted(waypost, "meta_webhook", "entry.changes.field=first_planted");
  expect(await named(waypost, "meta_webhook")).toEqual(["entry.changes.field=first_planted"]);
  expect(await named(waypost, "meta_answer")).toEqual([]);
});

test("planted members, types, fields and codes are named once, however often they come, and nothing of them is kept", async () => {
  const secret = "Ada's secret 491700000001";
  const message = {
    ...{ from: "16505550100", id: "wamid.planted", timestamp: "1795253401", type: "hologram" },
    ...{ hologram: { words: secret }, [secret]: secret, planted_member: secret },
  };
  const statuses = [
    { id: "wamid.x", status: "smelled", timestamp: "1", errors: [{ code: 139999, title: secret }] },
  ];
  for (let n = 0; n < 3; n += 1) {
    await post(waypost, change({ messages: [message], statuses, planted_value: { [secret]: 1 } }));
    await post(waypost, change({ event: secret }, "account_update"));
    await post(waypost, change({ words: secret }, "planted_field"));
  }
  const planted = [
    ...["entry.changes.field=planted_field", "account_update.event=?", "messages.messages.type=hologram"],
    ...["messages.messages.hologram", "messages.messages.?", "messages.messages.planted_member"],
    ...["messages.statuses.status=smelled", "messages.statuses.errors.code=139999", "messages.planted_value"],
  ];
  for (const shape of planted) await drifted(waypost, "meta_webhook", shape);
  const shapes = await named(waypost, "meta_webhook");
  expect(shapes.filter((shape) => planted.includes(shape)).sort()).toEqual([...planted].sort());
  const rows = await waypost.sql<{ row: string }[]>`select drift::text as row from drift`;
  expect(rows.filter(({ row }) => /Ada|secret|4917|Hello|6505550100/.test(row))).toEqual([]);
});

test("a member and a code of an answer that are not known are named", async () => {
  const before = answer;
  answer = async (request) => {
    const sent = (await before(request)).clone();
    const body = (await sent.json()) as object;
    return Response.json({ ...body, planted_answer: { phone: "16505550100" } });
  };
  await waypost.until(await send("16505550102"), "sent", "delivered", "read");
  answer = async () =>
    Response.json({ error: { code: 139998, message: "no", planted_detail: "Ada" } }, { status: 400 });
  await waypost.until(await send("16505550101"), "failed");
  answer = before;
  await drifted(waypost, "meta_answer", "messages.planted_answer");
  await drifted(waypost, "meta_answer", "messages.error.code=139998");
  await drifted(waypost, "meta_answer", "messages.error.planted_detail");
});

test("metrics have each shape, and what is counted lasts beyond the daemon", async () => {
  const { body } = await waypost.call("GET", "/metrics");
  expect(body).toMatch(
    /waypost_drift_total\{source="meta_webhook",shape="messages.messages.type=hologram"\} 3\n/,
  );
  await until(async () => {
    const [row] = await waypost.sql<{ count: number }[]>`
      select count from drift where shape = 'messages.messages.type=hologram'`;
    return (row?.count ?? 0) >= 1;
  });
});
