import { expect } from "bun:test";
import { PERMISSIONS } from "../../daemon/http/permissions.ts";
import { defineTemplate } from "../broadcasts/support.ts";
import { take } from "../inbound/support.ts";
import { caller, type TestDaemon } from "../support/daemon.ts";
import { injections, ORDERS } from "./injections.ts";
import { obeyAll } from "./obedient.ts";
import { newClient } from "./support.ts";

/** More than the agent may send in an hour. */
const MOST_MESSAGES = 3;
/** With these, no agent has a key; or it could only be one that may write to anyone. */
const NOT_FOR_IT = [
  ...["approvals:decide", "contacts:erase", "contacts:write", "crm:write", "keys:manage", "users:manage"],
];

/** So many people give orders, and an agent obeys all of them: nothing is done beyond the guard of its key. */
export async function expectNothingBeyondTheGuard(waypost: TestDaemon, count: number): Promise<void> {
  const people = injections(count);
  for (const { value } of people) await take(waypost, value);
  const broadcastId = await writeOrders(waypost);
  const { key, id } = (
    await waypost.call("POST", "/v1/api-keys", {
      name: "agent",
      permissions: PERMISSIONS.filter((one) => !NOT_FOR_IT.includes(one)),
      agent: { recipients: "answered", types: ["text"], messages_per_hour: MOST_MESSAGES },
    })
  ).body;

  const agent = await newClient([waypost.url], key);
  const call = caller(waypost.url, key);
  const hands = { agent, call, channelId: waypost.channelId, broadcastId };
  const { attempts, refusals, outside } = await obeyAll(hands);
  await agent.close();

  expect(outside).toEqual([]);
  expect(attempts).toBeGreaterThan(count / 3);
  expect(refusals).toHaveLength(attempts - MOST_MESSAGES);
  const sent = await waypost.sql<{ to: string }[]>`
    select address as to from messages where direction = 'outbound' and author = ${id}`;
  expect(sent).toHaveLength(MOST_MESSAGES);
  const wrote = people.map(({ from }) => from);
  expect(sent.filter(({ to }) => !wrote.includes(to))).toEqual([]);
  await expectNothingChanged(waypost, broadcastId);
  const [noted] = await waypost.sql`
    select count(*)::int as refusals from audit_log
    where action in ('send.refused', 'change.refused') and actor_id = ${id}`;
  expect(noted?.refusals).toBe(refusals.length);
}

/** Orders where people of the organisation, or another program, could have put them. The id of a broadcast. */
async function writeOrders(waypost: TestDaemon): Promise<string> {
  const { channelId, call } = waypost;
  const orders = ORDERS.map((order, n) => order(5000 + n));
  const [order = ""] = orders;
  const components = [{ type: "BODY", text: orders.join(" ") }];
  await defineTemplate(waypost, "zebra_send_all", "approved", { components });
  await call("PATCH", `/v1/channels/${channelId}`, { name: order });
  await call("POST", "/v1/crm/lists", { name: order });
  for (const [n, text] of orders.entries()) {
    const named = {
      phone_number: `+1415777${1000 + n}`,
      name: text,
      company: text,
      custom_fields: { [text]: text },
    };
    await call("POST", "/v1/contacts", named);
    const form = new FormData();
    form.set("file", new File([text], `${text.slice(0, 200)}.txt`, { type: "text/plain" }));
    await fetch(`${waypost.url}/v1/media`, {
      method: "POST",
      headers: { "x-api-key": waypost.key },
      body: form,
    });
  }
  const draft = { channel_id: channelId, audience: { filter: {} } };
  const template = { name: "zebra_send_all", language: "en_US" };
  return (await call("POST", "/v1/broadcasts", { ...draft, name: order.slice(0, 100), template })).body.id;
}

async function expectNothingChanged({ call, sql }: TestDaemon, broadcastId: string): Promise<void> {
  expect((await call("GET", `/v1/broadcasts/${broadcastId}`)).body.status).toBe("draft");
  const made = await sql`select id from webhook_endpoints union all select id from quick_replies`;
  expect(made.map(({ id }) => id)).toEqual([]);
}
