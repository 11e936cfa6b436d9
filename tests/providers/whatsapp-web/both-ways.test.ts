/** Writing and listening to one person at the same time: a Signal session must survive it. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { INITIAL_PREKEY_COUNT } from "baileys";
import { node, SERVER } from "../../../daemon/sandbox/whatsapp-web/wire/nodes.ts";
import { untilStatus } from "../../gateway/support.ts";
import { pair } from "../../sandbox/whatsapp-web/client.ts";
import { LONG_MS } from "../../support/long.ts";
import { until } from "../../support/until.ts";
import { ADA, type Chat, NUMBER, startChat } from "./chat.ts";

const MESSAGES = 200;
let chat: Chat;

beforeAll(async () => {
  chat = await startChat();
});

afterAll(() => chat.stop());

test(
  "200 out and 200 in at once: none lost, none twice, no retry, in order",
  async () => {
    const numbers = Array.from({ length: MESSAGES }, (_, index) => index);
    const out = chat.daemon.call("POST", "/v1/messages/batch", {
      messages: numbers.map((n) => ({
        channel_id: chat.channelId,
        to: ADA,
        type: "text",
        content: { body: `out ${n}` },
      })),
    });
    for (const n of numbers)
      await chat.people().send(ADA, { kind: "text", content: { body: `in ${n}` }, to: NUMBER });
    expect((await out).status).toBeLessThan(300);

    const arrived = () =>
      chat
        .people()
        .messages(ADA)
        .filter(({ fromMe }) => !fromMe);
    await until(() => arrived().length >= MESSAGES, LONG_MS);
    expect(arrived().map(({ text }) => text)).toEqual(numbers.map((n) => `out ${n}`));
    expect(chat.people().counts(ADA)).toEqual({
      total: MESSAGES,
      distinct: MESSAGES,
      repeated: [],
      unreadable: 0,
    });

    const incoming = async () =>
      (await chat.events("message.new")).filter(({ direction }) => direction === "inbound");
    await until(async () => (await incoming()).length >= MESSAGES, LONG_MS);
    const records = await chat.daemon.sql`
    select content::json ->> 'body' as body from messages where direction = 'inbound' order by id`;
    expect(records.map(({ body }) => body)).toEqual(numbers.map((n) => `in ${n}`));
    expect((await incoming()).length).toBe(MESSAGES);

    await until(async () => {
      const [left] = await chat.daemon.sql`
      select count(*)::integer as left from messages where direction = 'outbound' and status <> 'read'`;
      return left?.left === 0;
    }, LONG_MS);
    const asked = chat
      .people()
      .messages(ADA)
      .reduce((sum, { retries }) => sum + retries, 0);
    expect(asked).toBe(0);
    expect(chat.people().failures()).toEqual([]);
  },
  LONG_MS,
);

test("when few pre-keys are left, there are as many again as at first, also after a login", async () => {
  const { call } = chat.daemon;
  const left = () =>
    chat.web.control.phones().find(({ number }) => number === NUMBER)?.devices[0]?.pre_keys ?? 0;
  const asker = await pair(chat.web, "15550004062");
  const user = node("user", { jid: `${NUMBER}:1@s.whatsapp.net` });
  const take = async (count: number) => {
    const asked = node("key", {}, Array<typeof user>(count).fill(user));
    await asker.socket.query(node("iq", { to: SERVER, type: "get", xmlns: "encrypt" }, [asked]));
  };
  await take(left() - 3);
  await until(() => left() >= INITIAL_PREKEY_COUNT - 1, LONG_MS);
  await call("POST", `/v1/channels/${chat.channelId}/disconnect`, {});
  await untilStatus(call)(chat.channelId, "disconnected");
  await take(left() - 3);
  await call("POST", `/v1/channels/${chat.channelId}/connect`, {});
  await until(() => left() >= INITIAL_PREKEY_COUNT - 1, LONG_MS);
  await asker.socket.end(undefined);
});
