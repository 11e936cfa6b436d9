/** Answers of bots that wait while another holds the conversation outlive their daemon, and go once. */
import { expect, test } from "bun:test";
import { ownDaemon } from "../support/own-daemon.ts";
import { hear, newBot, newUser } from "./support.ts";

const waypost = ownDaemon();

test("what waits when the daemon ends waits on, and goes once when the conversation is released", async () => {
  const id = await hear(waypost, "14155574001");
  const person = await newUser(waypost);
  const bot = await newBot(waypost, { when_held: "wait" });
  const hold = (verb: string) => person.call("POST", `/v1/conversations/${id}/${verb}`, {});
  await hold("hold");
  const body = { conversation_id: id, type: "text", content: { body: "Later" } };
  const sent = await bot.call("POST", "/v1/messages", body);
  await waypost.restart(async () => {});
  const find = async () => (await waypost.call("GET", `/v1/messages/${sent.body.id}`)).body;
  expect(await find()).toMatchObject({ status: "scheduled", held: { reason: "conversation_held" } });
  await hold("release");
  await waypost.until(sent.body.id, "sent", "delivered", "read");
  expect((await find()).attempts).toBe(1);
  const [{ count } = { count: 0 }] = await waypost.sql`
    select count(*)::int from message_attempts where message_id = ${sent.body.id}`;
  expect(count).toBe(1);
});
