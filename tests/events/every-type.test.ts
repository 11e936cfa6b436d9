/** Every event of the catalogue, each made to happen by calls that anybody could make. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { EVENT_TYPES } from "../../daemon/events/catalogue.ts";
import { endStaleDeliveries } from "../../db/maintenance/past-retention.ts";
import { importFile } from "../imports/support.ts";
import { take } from "../inbound/support.ts";
import { startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { definition } from "../templates/support.ts";

const EVENTS = "/v1/settings/developer/webhooks";
let waypost: TestDaemon;
let receiver: ReturnType<typeof Bun.serve>;
/** What the endpoints answer. */
let status = 500;
let people = 7000;
beforeAll(async () => {
  receiver = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () => new Response(null, { status }),
  });
  waypost = await startTestDaemon();
});
afterAll(async () => {
  await waypost.stop();
  await receiver.stop(true);
});

const post = async (path: string, body: object = {}) => (await waypost.call("POST", path, body)).body;
const record = (fields: object) => post("/v1/crm/records", fields);
const company = async () => (await record({ kind: "company", name: "Blue Door" })).id;
const contact = async (phone_number: string) => (await post("/v1/contacts", { phone_number })).id;

async function told(type: string): Promise<number> {
  return (await waypost.sql`select from events where type = ${type}`).length;
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await Bun.sleep(10);
}

/** Sends a message and waits until it is read. */
async function send(): Promise<void> {
  const message = { channel_id: waypost.channelId, to: "14155556001", type: "text", content: { body: "Hi" } };
  await waypost.until((await post("/v1/messages", message)).id, "read");
}

const person = { from: "14155556002", id: "wamid.new", timestamp: "1763717400" };
const order = { catalog_id: "1", text: "", product_items: [{ product_retailer_id: "a", quantity: 1 }] };

/** An endpoint that has failed for two hours, as far as it is known. */
async function failingEndpoint(): Promise<string> {
  status = 500;
  const url = `http://127.0.0.1:${receiver.port}/`;
  const { id } = await post(`${EVENTS}/endpoints`, { url, filterTypes: ["contact.updated"] });
  await contact(`+1415555${people++}`);
  const failed = async () =>
    (await waypost.sql`select from webhook_endpoints where id = ${id} and failing_since is not null`).length >
    0;
  await until(failed);
  await waypost.sql`update webhook_endpoints set failing_since = now() - interval '2 hours' where id = ${id}`;
  return id;
}

/** Has what an endpoint did not take delivered again. */
async function retry(id: string): Promise<void> {
  const { body } = await waypost.call("GET", `${EVENTS}/deliveries?endpoint_id=${id}`);
  await post(`${EVENTS}/deliveries/${body.data[0].message_id}/retry`, { endpoint_id: id });
}

/** What makes each event happen. */
const CAUSES: Record<string, () => Promise<unknown>> = {
  "message.new": () => take(waypost, { messages: [{ ...person, type: "text", text: { body: "Hello" } }] }),
  "message.sent": send,
  "message.status_update": send,
  "call.status_update": () => {
    const call = { id: "wacid.1", from: "14155556002", event: "connect", direction: "USER_INITIATED" };
    return take(waypost, { calls: [{ ...call, timestamp: "1763717400" }] }, "calls");
  },
  "conversation.updated": async () => {
    await send();
    const { body } = await waypost.call("GET", "/v1/conversations");
    await waypost.call("PATCH", `/v1/conversations/${body.data[0].id}`, { status: "closed" });
  },
  "contact.updated": () => contact("+14155556003"),
  "template.status_update": async () => {
    const made = await post("/v1/templates", { channel_id: waypost.channelId, ...definition("told") });
    await post(`/v1/templates/${made.id}/submit`);
  },
  "commerce.order.updated": () =>
    take(waypost, { messages: [{ ...person, id: "wamid.order", type: "order", order }] }),
  "crm.record.created": company,
  "crm.record.updated": async () =>
    waypost.call("PATCH", `/v1/crm/records/${await company()}`, { name: "Red Door" }),
  "crm.record.deleted": async () => waypost.call("DELETE", `/v1/crm/records/${await company()}`),
  "crm.deal.stage_changed": async () => {
    const stages = ["new", "won"].map((name) => ({ name, outcome: "open" }));
    const { id: pipeline_id } = await post("/v1/crm/pipelines", { name: "Sales", stages });
    const deal = await record({ kind: "deal", name: "Machines", pipeline_id });
    await waypost.call("PATCH", `/v1/crm/records/${deal.id}`, { stage: "won" });
  },
  "crm.task.completed": async () => {
    const task = await record({ kind: "task", name: "Call back" });
    await waypost.call("PATCH", `/v1/crm/records/${task.id}`, { completed: true });
  },
  "crm.comment.created": async () => post(`/v1/crm/records/${await company()}/comments`, { body: "Hm" }),
  "crm.comment.deleted": async () => {
    const path = `/v1/crm/records/${await company()}/comments`;
    await waypost.call("DELETE", `${path}/${(await post(path, { body: "Hm" })).id}`);
  },
  "crm.list.entry_added": async () => {
    const { id } = await post("/v1/crm/lists", { name: "Wholesale" });
    await post(`/v1/crm/lists/${id}/entries`, { record_ids: [await company()] });
  },
  "crm.list.entry_removed": async () => {
    const { id } = await post("/v1/crm/lists", { name: "Wholesale" });
    const entry = await company();
    await post(`/v1/crm/lists/${id}/entries`, { record_ids: [entry] });
    await waypost.call("DELETE", `/v1/crm/lists/${id}/entries/${entry}`);
  },
  "crm.relationship.linked": async () => {
    const link = { type: "owns", related_record_id: await company() };
    await post(`/v1/crm/records/${await company()}/relationships`, link);
  },
  "crm.relationship.unlinked": async () => {
    const path = `/v1/crm/records/${await company()}/relationships`;
    const link = await post(path, { type: "owns", related_record_id: await company() });
    await waypost.call("DELETE", `${path}/${link.id}`);
  },
  "crm.import.progressed": () => {
    const lines = Array.from({ length: 1000 }, (_, index) => `+49151000${10_000 + index}`);
    return importFile(waypost, `phone\n${lines.join("\n")}\n`);
  },
  "crm.import.committed": () => importFile(waypost, "phone\n+4915100000001\n"),
  "endpoint.failing": async () => retry(await failingEndpoint()),
  "endpoint.disabled": async () => {
    const id = await failingEndpoint();
    status = 410;
    await retry(id);
  },
  "endpoint.deliveries_expired": async () => {
    await failingEndpoint();
    await endStaleDeliveries(waypost.sql, new Date(Date.now() + 3600_000));
  },
  "endpoint.recovered": async () => {
    const id = await failingEndpoint();
    const before = await told("endpoint.failing");
    await retry(id);
    await until(async () => (await told("endpoint.failing")) > before);
    status = 200;
    await retry(id);
  },
};

test("there is a cause for every event of the catalogue, and none is missing", () => {
  expect(Object.keys(CAUSES).sort()).toEqual([...EVENT_TYPES].sort());
});

test.each(Object.entries(CAUSES))("%s", async (type, cause) => {
  const before = await told(type);
  await cause();
  await until(async () => (await told(type)) > before);
});
