/** Writes that the database refuses at first: messages that are stored before they are sent, and receipts. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { type Chat, startChat } from "./chat.ts";

let chat: Chat;

beforeEach(async () => {
  chat = await startChat();
});

afterEach(() => chat.stop());

type Change = { moment: string; when: string };

/** Refuses so many of these changes, as if the disk were full. */
async function refuse(times: number, ...changes: Change[]): Promise<void> {
  await chat.daemon.sql.unsafe(`
    create sequence refused;
    create function refuse() returns trigger language plpgsql as $$
    begin
      if nextval('refused') <= ${times} then
        raise exception 'not yet' using errcode = 'disk_full';
      end if;
      return new;
    end $$`);
  for (const { moment, when } of changes)
    await chat.daemon.sql.unsafe(
      `create trigger refuse ${moment} for each row when (${when}) execute function refuse()`,
    );
}

test("a message that can't be written down yet does not leave, and is sent once when it can be", async () => {
  await chat.sent("text", { body: "Before" }, "read");
  await refuse(2, { moment: "before insert on web_messages", when: "new.from_me" });
  const { provider_message_id, attempts } = await chat.sent("text", { body: "After" }, "read");
  expect(attempts).toBe(3);
  expect(await chat.onPhone(provider_message_id)).toMatchObject({ copies: 1 });
});

test("a receipt that the database refuses for a moment is stored after it, on the same connection", async () => {
  await refuse(
    4,
    { moment: "before insert on provider_webhooks", when: `new.body like '%"status":"read"%'` },
    { moment: "before update on messages", when: "new.status = 'read'" },
  );
  await chat.sent("text", { body: "Did you see this?" }, "read");
  const [refused] = await chat.daemon.sql`select last_value::integer as times from refused`;
  expect(refused?.times).toBeGreaterThan(4);
});
