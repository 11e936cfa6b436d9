/** A new proxy, while a daemon writes what became of the number: neither waits for the other in a circle. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Chat, startChat } from "../providers/whatsapp-web/chat.ts";
import { until } from "../support/until.ts";

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

test("the session is locked before its channel", async () => {
  const { daemon, channelId } = chat;
  const { changing } = await daemon.sql.begin(async (gateway) => {
    await gateway`select from web_sessions where channel_id = ${channelId} for update`;
    const settings = { proxy: { url: "http://127.0.0.1:9" } };
    const changing = daemon.call("PATCH", `/v1/channels/${channelId}`, { settings });
    await until(async () => {
      const waiting = await daemon.sql`
        select from pg_stat_activity
        where cardinality(pg_blocking_pids(pid)) > 0 
          and query like any (array['%from web_sessions where%for update%', '%update web_sessions set next_attempt_at%'])`;
      return waiting.length > 0;
    });
    await gateway`update channels set updated_at = now() where id = ${channelId}`;
    return { changing };
  });
  expect(await changing).toMatchObject({ status: 200 });
});
