/** A key for an agent sends what its guard allows, by the API, the tools and several daemons alike. */
import { expect, test } from "bun:test";
import { take } from "../inbound/support.ts";
import { type Answer, caller } from "../support/daemon.ts";
import { twoDaemons } from "../support/two-daemons.ts";
import { newClient } from "./support.ts";

const waypost = twoDaemons();

const PLACE = {
  type: "location",
  content: { name: "Pier 4", address: "Hamburg", latitude: 53.5, longitude: 9.9 },
};
const PERMISSIONS = [
  "messages:send",
  "messages:read",
  "channels:read",
  "broadcasts:read",
  "broadcasts:manage",
];
const make = (agent: object, permissions = PERMISSIONS) =>
  waypost.call("POST", "/v1/api-keys", { name: "agent", permissions, agent });
async function agentKey(agent: object): Promise<{ key: string; id: string }> {
  const { status, body } = await make(agent);
  expect([status, body.agent]).toEqual([201, agent]);
  return body;
}
const message = (to: string, rest: object = {}) => ({
  ...{ channel_id: waypost.channelId, to, type: "text", content: { body: "Hello" } },
  ...rest,
});
const send = (url: string, key: string, to: string, rest: object = {}, headers = {}) =>
  caller(url, key)("POST", "/v1/messages", message(to, rest), headers);
const verdict = ({ status, body }: Answer) => (status < 300 ? status : `${status} ${body.code}`);
const refusals = async (keyId: string) => {
  const { body } = await waypost.call("GET", `/v1/audit?action=send.refused&actor_id=${keyId}`);
  return body.data.map(({ changes }: { changes: object }) => changes);
};

test("types, templates and hours", async () => {
  const { key, id } = await agentKey({
    recipients: "anyone",
    types: ["text", "template"],
    templates: ["order_update"],
  });
  const template = (name: string) => ({
    type: "template",
    content: { template: { name, language: { code: "en_US" } } },
  });
  expect(verdict(await send(waypost.url, key, "14155550101"))).toBe(201);
  expect(verdict(await send(waypost.url, key, "14155550101", PLACE))).toBe("403 agent_type");
  expect(verdict(await send(waypost.url, key, "14155550101", template("hello_world")))).toBe(
    "403 agent_template",
  );
  expect(await refusals(id)).toEqual([{ code: "agent_template" }, { code: "agent_type" }]);
  // what it may send is judged as everybody's
  expect(verdict(await send(waypost.url, key, "14155550101", template("order_update")))).not.toContain(
    "agent",
  );
  const day = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"][(new Date().getUTCDay() + 3) % 7];
  const closed = { zone: "UTC", days: [{ day, from: "09:00", to: "10:00" }] };
  const late = await send(
    waypost.url,
    (await agentKey({ recipients: "anyone", hours: closed })).key,
    "14155550101",
  );
  expect(verdict(late)).toBe("403 agent_hours");
  expect(Date.parse(late.body.until)).toBeGreaterThan(Date.now());
});

test("only people who wrote, only contacts, only those on a list", async () => {
  const [known, wrote, stranger] = ["14155550111", "14155550112", "14155550113"];
  const contact = (await waypost.call("POST", "/v1/contacts", { phone_number: `+${known}` })).body;
  const text = {
    from: wrote,
    id: "wamid.wrote",
    timestamp: "1795000000",
    type: "text",
    text: { body: "Hi" },
  };
  await take(waypost, { contacts: [{ wa_id: wrote, profile: { name: "Ada" } }], messages: [text] });
  const people = async (agent: object) => {
    const { key } = await agentKey(agent);
    const sent = await Promise.all(
      [known, wrote, stranger].map((to) => send(waypost.url, key, to, { dry_run: true })),
    );
    return sent.map(verdict);
  };
  const no = "403 agent_recipient";
  expect(await people({ recipients: "contacts" })).toEqual([200, 200, no]);
  expect(await people({ recipients: "answered" })).toEqual([no, 200, no]);
  const list = (await waypost.call("POST", "/v1/crm/lists", { name: "Few" })).body;
  expect(
    (await waypost.call("POST", `/v1/crm/lists/${list.id}/entries`, { record_ids: [contact.id] })).status,
  ).toBeLessThan(300);
  expect(await people({ recipients: "list", list_id: list.id })).toEqual([200, no, no]);
});

test("it quotes and reacts to messages of the conversation that it writes to, and edits its own there", async () => {
  const { key } = await agentKey({ recipients: "contacts" });
  await waypost.call("POST", "/v1/contacts", { phone_number: "+14155550115" });
  const channel = { platform: "whatsapp_unofficial", name: "Paired" };
  const paired = { channel_id: (await waypost.call("POST", "/v1/channels", channel)).body.id };
  const [own, others] = ["14155550115", "14155550116"];
  const sent = async (to: string, rest = {}) =>
    (await waypost.call("POST", "/v1/messages", message(to, rest))).body.id;
  const by = async (type: string, content: object, rest = {}) =>
    verdict(await send(waypost.url, key, own, { ...rest, type, content }));
  const changes = (message_id: string) =>
    Promise.all([
      by("edit_message", { message_id, body: "Pay to another account" }, paired),
      by("delete_message", { message_id }, paired),
      by("reaction", { message_id, reaction: "👍" }, paired),
      by("text", { body: "See this", reply_to: { id: message_id } }, paired),
    ]);
  const no = "403 agent_message";
  const itsOwn = (await send(waypost.url, key, own, paired)).body.id;
  expect(await changes(itsOwn)).toEqual([201, 201, 201, 201]);
  // what somebody else sent there
  expect(await changes(await sent(own, paired))).toEqual([no, no, 201, 201]);
  expect(await changes(await sent(others, paired))).toEqual([no, no, no, no]);
  // by the provider's id, also where somebody chose that of another's message for theirs
  const theirs = await sent(others);
  const said = { from: own, timestamp: "1795000000", type: "text", text: { body: "Hi" } };
  const messages = ["wamid.own", theirs].map((id) => ({ ...said, id }));
  await take(waypost, { contacts: [{ wa_id: own }], messages });
  const react = (message_id: string) => by("reaction", { message_id, reaction: "👍" });
  expect([await react("wamid.own"), await react(theirs), await react("wamid.unknown")]).toEqual([
    201,
    no,
    no,
  ]);
});

test.each(["\u0000", "\ud800"])(
  "a text that can't be read out of JSON again is refused: %j",
  async (body) => {
    const { key } = await agentKey({ recipients: "anyone" });
    const to = "14155550118";
    expect(verdict(await send(waypost.url, key, to, { content: { body } }))).toBe("422 invalid_content");
    expect(verdict(await send(waypost.url, key, to, { metadata: { [body]: 1 } }))).toBe(
      "422 invalid_request",
    );
  },
);

test("a budget that ends in the middle ends on every daemon, and for every way to send", async () => {
  const { key, id } = await agentKey({ recipients: "anyone", messages_per_hour: 5, new_people_per_day: 3 });
  const { urls } = waypost;
  const people = ["14155550121", "14155550122", "14155550123", "14155550124", "14155550125", "14155550126"];
  const first = await Promise.all(people.map((to, n) => send(n % 2 === 0 ? urls[0] : urls[1], key, to)));
  expect(first.map(verdict).sort()).toEqual([
    201,
    201,
    201,
    "422 agent_limit",
    "422 agent_limit",
    "422 agent_limit",
  ]);
  const reached = people.filter((_, n) => first[n]?.status === 201);
  const again = reached[0] ?? "";
  // a repetition is no further message, also once there is no room
  const once = { "idempotency-key": "agent once" };
  expect(verdict(await send(waypost.url, key, again, {}, once))).toBe(201);
  const batch = [message(again), message(again), { ...message(again), type: "poll", content: {} }];
  const { body } = await caller(urls[1], key)("POST", "/v1/messages/batch", { messages: batch });
  expect(body.data.map(({ status }: { status: number }) => status)).toEqual([201, 422, 422]);
  expect(body.data[1].problem).toMatchObject({ code: "agent_limit", limit: "messages_per_hour", most: 5 });
  expect(verdict(await send(urls[1], key, again, {}, once))).toBe(201);
  const reused = await caller(urls[0], key)("POST", "/v1/messages/batch", { messages: batch }, once);
  expect(verdict(reused)).toBe("422 idempotency_key_reused");
  const agent = await newClient(urls, key);
  const refused = await agent.callTool({ name: "send", arguments: message(again) });
  expect(JSON.stringify(refused.content)).toContain("agent_limit");
  await agent.close();
  const noted = await refusals(id);
  expect(noted).toHaveLength(6);
  expect(noted).toContainEqual({ code: "idempotency_key_reused" });
  expect(noted).toContainEqual({ code: "agent_limit", tool: "send" });
  expect(noted).toContainEqual({ codes: { agent_limit: 1, unsupported_on_platform: 1 } });
  const [usage] = await waypost.sql`
    select sum(messages)::int as messages, sum(new_people)::int as people from agent_usage where key_id = ${id}`;
  expect(usage).toEqual({ messages: 5, people: 3 });
});

test("an Idempotency-Key of a request whose daemon died gets no message around the guard", async () => {
  const { key, id } = await agentKey({ recipients: "answered" });
  await waypost.sql`
    insert into idempotency_keys (organization_id, key, fingerprint, status, response, claimed_until)
    values (${waypost.organizationId}, ${`${id} dead`}, 'x', 0, '', now() - interval '1 second')`;
  const sent = await send(waypost.url, key, "14155550117", {}, { "idempotency-key": "dead" });
  expect(verdict(sent)).toBe("403 agent_recipient");
});

test("daemons that are asked at the same moment count as one", async () => {
  for (let round = 0; round < 4; round++) {
    const { key } = await agentKey({ recipients: "anyone", messages_per_day: 5 });
    // known on both, so that nothing but accepting takes time
    for (const url of waypost.urls) await caller(url, key)("GET", "/v1/channels");
    const to = "14155550131";
    const sent = await Promise.all(
      Array.from({ length: 60 }, (_, n) => send(waypost.urls[n % 2] ?? "", key, to)),
    );
    expect(sent.filter(({ status }) => status === 201)).toHaveLength(5);
  }
});

test("an agent starts no broadcast, and can't get a key without its guard", async () => {
  const { key } = await agentKey({ recipients: "anyone" });
  const call = caller(waypost.url, key);
  const drafted = await call("POST", "/v1/broadcasts", {
    ...{ name: "News", channel_id: waypost.channelId, audience: { filter: {} } },
    template: { name: "order_update", language: "en_US" },
  });
  for (const action of ["start", "resume", "test"]) {
    const path = `/v1/broadcasts/${drafted.body.id}/${action}`;
    expect(verdict(await call("POST", path, { to: ["14155550123"] }))).toBe("403 agent_broadcast");
  }
  for (const permission of ["*", "keys:manage", "users:manage", "approvals:decide"])
    expect((await make({ recipients: "anyone" }, [permission])).status).toBe(422);
  for (const guard of [
    { recipients: "contacts" },
    // by a number that it gives to somebody who is known, it could write to anybody
    { recipients: "anyone", approval: "new_people" },
    { recipients: "anyone", new_people_per_hour: 1 },
    { recipients: "anyone", new_people_per_day: 1 },
  ])
    expect([guard, (await make(guard, ["contacts:write"])).status]).toEqual([guard, 422]);
  expect((await make({ recipients: "anyone", approval: "always" }, ["contacts:write"])).status).toBe(201);
  for (const agent of [
    ...[{}, { recipients: "list" }, { recipients: "all" }, { recipients: "anyone", list_id: "lst_1" }],
    ...[
      { recipients: "list", list_id: "lst_1" },
      { recipients: "anyone", messages_per_hour: -1 },
    ],
    { recipients: "anyone", types: ["txt"] },
    { recipients: "anyone", hours: { zone: "Mars", days: [{ day: "mon", from: "09:00", to: "10:00" }] } },
  ])
    expect([agent, (await make(agent)).status]).toEqual([agent, 422]);
});

test("a mistyped limit is refused instead of limiting nothing", async () => {
  const { status, body } = await make({ recipients: "anyone", message_per_hour: 3 });
  expect([status, body.errors[0].path]).toEqual([422, "/agent/message_per_hour"]);
  expect(body.detail).toContain("messages_per_hour");
});
