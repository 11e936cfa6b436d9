/** `waypost inbox` where what is looked for lies behind many messages. */
import { expect, test } from "bun:test";
import { take } from "../inbound/support.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { clean, openScreen } from "./flows/terminal.ts";

const waypost = sharedDaemon();

async function write(from: string, name: string): Promise<void> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  await take(waypost, {
    contacts: [{ profile: { name }, wa_id: from }],
    messages: [{ from, id: `wamid.far.${from}`, timestamp, type: "text", text: { body: "Hello" } }],
  });
}

/** As many newer messages in the conversation that the newest one is in. */
async function addMessages(count: number): Promise<void> {
  await waypost.sql`
    insert into messages (organization_id, id, channel_id, conversation_id, contact_id, direction, type, status, address,
      content, provider_message_id, status_history, created_at, updated_at)
    select organization_id, (left(uuid_bound(now())::text, 14) || '7' || right(gen_random_uuid()::text, 21))::uuid,
      channel_id, conversation_id, contact_id, 'outbound', type, 'read', address, content, 'wamid.far.' || n,
      status_history, now(), now()
    from (select * from messages order by id desc limit 1) as newest cross join generate_series(1, ${count}::int) as n`;
}

test("the only open conversation is found behind many messages, and stays", async () => {
  await write("14155565001", "Olga");
  await write("14155565002", "Bo");
  const [bo] = (await waypost.call("GET", "/v1/conversations?q=14155565002")).body.data;
  await waypost.call("PATCH", `/v1/conversations/${bo.id}`, { status: "closed" });
  await addMessages(1_500);
  const env = { WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key };
  const screen = openScreen(["inbox"], { env, size: { columns: 80, rows: 24 } });
  await screen.shows(/› Olga/);
  await screen.shows("1 conversation, 1 unread");
  // another look must not take it away
  await write("14155565003", "Grace");
  await screen.shows(/Grace.*› Olga/s);
  screen.type("q");
  expect(await screen.ended()).toEqual(clean(0));
});
