import { beforeAll, expect, test } from "bun:test";
import { claimLane } from "../../db/lanes/lanes.ts";
import { makePartitions } from "../../db/maintenance/maintenance.ts";
import { acceptMessages } from "../../db/messages/accept/accept.ts";
import { expireMessages } from "../../db/messages/ends.ts";
import { finishSends, startSends } from "../../db/messages/sends.ts";
import { sharedDatabase } from "../support/shared-database.ts";
import { textInput } from "./text-input.ts";

/* The end of messages against their sends, as the database sees both. */
const channel = { organizationId: "org_test", channelId: "ch_test" };
const lane = { organizationId: "org_test", kind: "channel", laneId: "ch_test" };
const DAEMON = "daemon";
const database = sharedDatabase();
beforeAll(async () => {
  await makePartitions(database.sql);
  await database.sql`
    insert into channels (organization_id, id, platform, status, name)
    values ('org_test', 'ch_test', 'whatsapp_official', 'connected', 'Test')`;
  await claimLane(database.sql, lane, DAEMON);
});

async function accept(): Promise<string> {
  const input = textInput({ ttl_seconds: 60 });
  await acceptMessages(database.sql, [input]);
  return input.id;
}

const end = (id: string) =>
  database.sql`update lane_items set expires_at = now() - interval '1 second' where item_id = ${id}`;
const start = (...ids: string[]) => startSends(database.sql, channel, DAEMON, ids);
const finish = (id: string, outcome: "sent" | "retry" | "unknown") =>
  finishSends(database.sql, channel, [
    {
      message_id: id,
      attempt: 1,
      outcome,
      provider_message_id: outcome === "sent" ? `wamid.${id}` : null,
      error: null,
      retry_after: 0,
      silent: false,
      result: null,
    },
  ]);
async function stateOf(id: string) {
  const [message] = await database.sql<{ status: string; code: string | null }[]>`
    select status, error::json ->> 'code' as code from messages where id = ${id}`;
  return `${message?.status} ${message?.code}`;
}

test("a message past its end is failed in place of being called", async () => {
  const [ended, waiting] = [await accept(), await accept()];
  await end(ended);
  expect((await start(ended, waiting)).map((one) => one.message_id)).toEqual([waiting]);
  expect(await stateOf(ended)).toBe("failed expired");
});

test("a call that is out is not touched at the message's end; its result counts", async () => {
  const id = await accept();
  await start(id);
  await end(id);
  expect(await expireMessages(database.sql)).toBe(0);
  await finish(id, "sent");
  expect(await stateOf(id)).toBe("sent null");
});

test("a message whose call came back for another try ends then", async () => {
  const id = await accept();
  await start(id);
  await end(id);
  await finish(id, "retry");
  expect(await expireMessages(database.sql)).toBe(1);
  expect(await stateOf(id)).toBe("failed expired");
});

test("a message that WhatsApp may have taken is not called expired", async () => {
  const id = await accept();
  await start(id);
  await finish(id, "unknown");
  await end(id);
  await expireMessages(database.sql);
  expect(await stateOf(id)).toBe("failed outcome_unknown");
});

test("a call that a daemon left behind keeps the message's end", async () => {
  const id = await accept();
  await start(id);
  await database.sql`update lane_items set expires_at = null where item_id = ${id}`;
  await database.sql`update lanes set owner = 'gone'`;
  await database.sql`update lanes set owner = null`;
  await claimLane(database.sql, lane, DAEMON);
  const [item] = await database.sql`
    select state, expires_at <= now() + interval '24 hours' and due_at > now() as kept
    from lane_items where item_id = ${id}`;
  expect(item).toMatchObject({ state: "unknown", kept: true });
});

test("two daemons that look at once end a message once", async () => {
  const id = await accept();
  await end(id);
  const counts = await Promise.all([1, 2, 3].map(() => expireMessages(database.sql)));
  expect(counts.sort()).toEqual([0, 0, 1]);
  const events = await database.sql`
    select from events where body like ${`%${id}%`} and body::json ->> 'status' = 'failed'`;
  expect(events).toHaveLength(1);
});
