/** Repeated POSTs: every one of the OpenAPI document that takes an `Idempotency-Key`, and many at once. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { onceElsewhere, onceForKey } from "../../db/http/idempotency.ts";
import { agentOf } from "../approvals/support.ts";
import { type Answer, type OwnDaemon, startTestDaemon } from "../support/daemon.ts";
import { startReceiver } from "../webhooks/receiver.ts";
import { NEEDS_META, NEEDS_MORE, WITHOUT } from "./idempotency-exceptions.ts";
import { type ApiDocument, examples } from "./openapi-document.ts";

let waypost: OwnDaemon;
let receiver: ReturnType<typeof startReceiver>;
let document: ApiDocument;
let posts: string[];
beforeAll(async () => {
  waypost = await startTestDaemon({ config: { webSocketUrl: "ws://127.0.0.1:1/ws/chat" } });
  receiver = startReceiver();
  document = (await (await fetch(`${waypost.url}/openapi.json`)).json()) as ApiDocument;
  posts = Object.keys(document.paths).filter((path) => document.paths[path]?.post !== undefined);
});
afterAll(async () => {
  receiver.stop();
  await waypost.stop();
});

const takesKey = (path: string) =>
  document.paths[path]?.post?.parameters?.some(({ name }) => name === "Idempotency-Key") === true;

async function post(path: string, body: unknown, key?: string): Promise<Answer> {
  const headers = {
    ...(key === undefined ? {} : { "idempotency-key": key }),
    ...(path === "/v1/contacts/import" ? { "content-type": "text/csv" } : {}),
    ...(path === "/v1/media" ? { "content-type": "text/plain" } : {}),
  };
  return await waypost.call("POST", path, body, headers);
}

/** Something made through the API; its id. */
async function made(path: string, body: unknown): Promise<string> {
  const answer = await post(path, body);
  if (answer.status >= 300) throw new Error(`${path} ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.id ?? answer.body.message_id;
}

const newEndpoint = () =>
  made("/v1/settings/developer/webhooks/endpoints", { url: receiver.url, filterTypes: ["message.new"] });
const newContact = () => made("/v1/contacts", { email: `${crypto.randomUUID()}@example.com` });
const newRecord = () => made("/v1/crm/records", { kind: "company", name: "Acme" });
const newTemplate = () => made("/v1/templates", template());
const template = () => ({
  ...{ channel_id: waypost.channelId, name: `t_${crypto.randomUUID().slice(0, 8)}`, language: "en_US" },
  ...{ category: "UTILITY", components: [{ type: "BODY", text: "Hello" }] },
});
const broadcast = () => ({
  ...{ name: "Spring menu", channel_id: waypost.channelId, audience: { filter: {} } },
  template: { name: "hello_world", language: "en_US" },
});
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const started = async () => {
  const id = await made("/v1/broadcasts", { ...broadcast(), starts_at: inHours(1) });
  await post(`/v1/broadcasts/${id}/start`, {});
  return id;
};
const running = async (status = "running") =>
  (await waypost.sql`update broadcasts set status = ${status} where id = ${await started()} returning id`)[0]
    ?.id;
const replay = () => ({ since: inHours(-1) });
const message = { to: "14155550100", type: "text", content: { body: "x" } };

/** Bodies that go through, where the document's example would not. */
const BODIES: Record<string, () => unknown> = {
  "/v1/templates": template,
  "/v1/conversations/{id}/hold": () => ({ until: new Date(Date.now() + 3_600_000).toISOString() }),
  "/v1/templates/sync": () => ({ channel_id: waypost.channelId }),
  "/v1/messages": () => ({ ...message, channel_id: waypost.channelId }),
  "/v1/messages/cancel": () => ({ channel_id: waypost.channelId }),
  "/v1/messages/batch": () => ({ messages: [{ ...message, channel_id: waypost.channelId }] }),
  "/v1/channels": () => ({ platform: "whatsapp_unofficial", name: "Second" }),
  "/v1/channels/{id}/disconnect": () => ({}),
  "/v1/channels/{id}/contacts/lookup": () => ({ phones: ["14155550100"] }),
  "/v1/broadcasts": broadcast,
  "/v1/contacts/import": () => "email\nada@example.com\n",
  "/v1/media": () => "a file",
  "/v1/contacts/lookup": async () => ({ identifiers: [{ type: "contact_id", value: await newContact() }] }),
  "/v1/contacts/{id}/merge": async () => ({ contact_id: await newContact() }),
  "/v1/settings/developer/webhooks/endpoints": () => ({ url: receiver.url }),
  "/v1/settings/developer/webhooks/deliveries/{id}/retry": () => ({}),
  "/v1/settings/developer/webhooks/deliveries/replay": replay,
  "/v1/crm/records/{id}/relationships": async () => ({
    type: "belongs_to",
    related_record_id: await newRecord(),
  }),
  "/v1/crm/lists/{id}/entries": async () => ({ record_ids: [await newContact()] }),
};

/** Differs from each of them in something that counts: fields that a route does not know are ignored. */
const OTHER = {
  ...{ name: 7, logout: true, overlap_seconds: 60, endpoint_id: "ep_other" },
  message_id: "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11",
};

/** Things to do something to. */
const IDS: [prefix: string, make: () => Promise<string>][] = [
  ["/v1/channels/{id}/contacts", async () => waypost.channelId],
  ["/v1/channels/", () => made("/v1/channels", { platform: "whatsapp_unofficial", name: "Paired" })],
  ["/v1/templates/", newTemplate],
  [
    "/v1/messages/",
    () => made("/v1/messages", { ...message, channel_id: waypost.channelId, scheduled_at: inHours(1) }),
  ],
  ["/v1/approvals/", async () => (await (await agentOf(waypost)).send(message.to)).body.id],
  ["/v1/broadcasts/{id}/test", () => made("/v1/broadcasts", broadcast())],
  ["/v1/broadcasts/{id}/start", () => made("/v1/broadcasts", broadcast())],
  ["/v1/broadcasts/{id}/pause", running],
  ["/v1/broadcasts/{id}/resume", () => running("paused")],
  ["/v1/broadcasts/{id}/cancel", started],
  ["/v1/conversations/", newConversation],
  ["/v1/contacts/erasures/", async () => made(`/v1/contacts/${await newContact()}/erase`, { reason: "x" })],
  ["/v1/contacts/imports/", () => made("/v1/contacts/import", "email\nada@example.com\n")],
  ["/v1/contacts/", newContact],
  ["/v1/crm/records/", newRecord],
  ["/v1/crm/lists/", () => made("/v1/crm/lists", { name: "A list" })],
  ["/v1/api-keys/", () => made("/v1/api-keys", { name: "rotated", permissions: ["*"] })],
  ["/v1/settings/developer/webhooks/endpoints/", newEndpoint],
  [
    "/v1/settings/developer/webhooks/deliveries/replays/",
    () => made("/v1/settings/developer/webhooks/deliveries/replay", replay()),
  ],
  [
    "/v1/settings/developer/webhooks/deliveries/",
    async () => {
      await newEndpoint();
      return await made("/v1/settings/developer/webhooks/trigger", { event_type: "message.new" });
    },
  ],
];

async function newConversation(): Promise<string> {
  const id = await made("/v1/messages", { ...message, channel_id: waypost.channelId });
  return (await waypost.call("GET", `/v1/messages/${id}`)).body.conversation_id;
}

async function filled(path: string): Promise<string> {
  if (!path.includes("{")) return path;
  const found = IDS.find(([prefix]) => path.startsWith(prefix));
  if (found === undefined) throw new Error(`nothing is made for ${path}`);
  return path.replace(/\{\w+\}/, await found[1]());
}

function exampleOf(path: string): unknown {
  return Object.values(document.paths[path]?.post?.requestBody?.content ?? {}).flatMap(examples)[0];
}

test("every POST takes a key but those that keep nothing of an organisation", () => {
  expect(posts.filter((path) => !takesKey(path)).sort()).toEqual(WITHOUT);
});

test("the same key and body get the first answer again; another body is refused", async () => {
  const wrong: string[] = [];
  for (const path of posts.filter(
    (each) => takesKey(each) && !NEEDS_META.includes(each) && !NEEDS_MORE.test(each),
  )) {
    const key = crypto.randomUUID();
    const url = await filled(path);
    const body = await (BODIES[path]?.() ?? exampleOf(path));
    const first = await post(url, body, key);
    const again = await post(url, body, `"${key}"`);
    const other = await post(url, path === "/v1/contacts/import" ? "email\n" : OTHER, key);
    const seen = {
      first: first.status < 300 ? "done" : JSON.stringify(first.body),
      again: Bun.deepEquals([again.status, again.body], [first.status, first.body]),
      replayed: again.headers.get("idempotent-replayed"),
      other: other.status,
    };
    if (!Bun.deepEquals(seen, { first: "done", again: true, replayed: "true", other: 422 }))
      wrong.push(`${path} ${JSON.stringify(seen)}`);
  }
  expect(wrong).toEqual([]);
});

test("200 posts with one key at the same time make one message", async () => {
  const key = crypto.randomUUID();
  const body = { ...message, channel_id: waypost.channelId, metadata: { burst: key } };
  const answers = await Promise.all(Array.from({ length: 200 }, () => post("/v1/messages", body, key)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map((answer) => answer.body.message_id ?? answer.body.id)).size).toBe(1);
  const [row] = await waypost.sql`
    select count(*) as count from messages where metadata::text like ${`%${key}%`}`;
  expect(row?.count).toBe(1);
});

test("200 posts at once that make a contact's note: one note, the others running or replayed", async () => {
  const path = `/v1/contacts/${await newContact()}/notes`;
  const key = crypto.randomUUID();
  const answers = await Promise.all(Array.from({ length: 200 }, () => post(path, { body: "once" }, key)));
  for (const { status, body } of answers)
    expect(status === 201 || body.code === "idempotency_in_progress").toBe(true);
  expect((await waypost.call("GET", path)).body.data.length).toBe(1);
  const after = await post(path, { body: "once" }, key);
  expect([after.status, after.headers.get("idempotent-replayed")]).toEqual([201, "true"]);
});

const input = () => ({ organizationId: waypost.organizationId, key: crypto.randomUUID(), fingerprint: "f" });

test("a second request during the work is refused, because the first one is running", async () => {
  const once = input();
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = onceForKey(waypost.sql, once, async () => {
    expect((await onceForKey(waypost.sql, once, never)).outcome).toBe("running");
    return { status: 201, response: "1" };
  });
  expect((await first).outcome).toBe("done");
  const elsewhere = input();
  const claimed = onceElsewhere(waypost.sql, elsewhere, 60_000, async () => {
    begun.resolve();
    await end.promise;
    return { status: 202, response: "2" };
  });
  await begun.promise;
  expect((await onceForKey(waypost.sql, elsewhere, never)).outcome).toBe("running");
  end.resolve();
  expect((await claimed).outcome).toBe("done");
  expect(await onceElsewhere(waypost.sql, elsewhere, 60_000, never)).toEqual({
    outcome: "replayed",
    stored: { status: 202, response: "2" },
  });
});

test("a claim whose process died is taken over when it ends; one that failed is free at once", async () => {
  const once = input();
  await waypost.sql`
    insert into idempotency_keys (organization_id, key, fingerprint, status, response, claimed_until)
    values (${once.organizationId}, ${once.key}, 'f', 0, '', now() - interval '1 second')`;
  const failing = onceElsewhere(waypost.sql, once, 60_000, () => Promise.reject(new Error("Meta is away")));
  expect(await failing.catch((cause: Error) => cause.message)).toBe("Meta is away");
  const done = await onceElsewhere(waypost.sql, once, 60_000, async () => ({ status: 200, response: "3" }));
  expect(done.outcome).toBe("done");
});

test("the answer that shows a new key is not readable in the database", async () => {
  const key = crypto.randomUUID();
  const { body } = await post("/v1/api-keys", { name: "sealed", permissions: ["*"] }, key);
  const [row] = await waypost.sql`select response from idempotency_keys where key like ${`% ${key}`}`;
  expect(body.key).toStartWith("wp_");
  expect(row?.response).toStartWith("v1.");
  expect(row?.response).not.toContain(body.key.slice(3));
});

function never(): Promise<{ status: number; response: string }> {
  throw new Error("done twice");
}
