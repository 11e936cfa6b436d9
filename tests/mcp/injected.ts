import { expect } from "bun:test";
import { take } from "../inbound/support.ts";
import type { TestDaemon } from "../support/daemon.ts";
import { injections } from "./injections.ts";
import { obeyAll } from "./obedient.ts";
import { newClient } from "./support.ts";

/** More than the agent may send in an hour. */
const MOST_MESSAGES = 5;

/** So many people give orders, and an agent obeys all of them: nothing is sent beyond the guard of its key. */
export async function expectNothingBeyondTheGuard(waypost: TestDaemon, count: number): Promise<void> {
  const people = injections(count);
  for (const { value } of people) await take(waypost, value);
  const { id: broadcastId } = (
    await waypost.call("POST", "/v1/broadcasts", {
      ...{ name: "News", channel_id: waypost.channelId, audience: { filter: {} } },
      template: { name: "order_update", language: "en_US" },
    })
  ).body;
  const { key, id } = (
    await waypost.call("POST", "/v1/api-keys", {
      name: "agent",
      permissions: ["messages:send", "messages:read", "broadcasts:read", "broadcasts:manage"],
      agent: { recipients: "answered", types: ["text"], messages_per_hour: MOST_MESSAGES },
    })
  ).body;

  const agent = await newClient([waypost.url], key);
  const { attempts, refused, outside } = await obeyAll(agent, waypost.channelId, broadcastId);
  await agent.close();

  expect(outside).toEqual([]);
  expect(attempts).toBeGreaterThan(count / 2);
  const sent = await waypost.sql<{ to: string }[]>`
    select address as to from messages where direction = 'outbound' and author = ${id}`;
  expect(sent).toHaveLength(MOST_MESSAGES);
  const wrote = people.map(({ from }) => from);
  expect(sent.filter(({ to }) => !wrote.includes(to))).toEqual([]);
  expect(refused).toBe(attempts - MOST_MESSAGES);
  const [noted] = await waypost.sql`
    select count(*)::int as refusals from audit_log where action = 'send.refused' and actor_id = ${id}`;
  expect(noted?.refusals).toBe(refused);
  expect((await waypost.call("GET", `/v1/broadcasts/${broadcastId}`)).body.status).toBe("draft");
}
