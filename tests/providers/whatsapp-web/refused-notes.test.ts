/** Messages that the database does not take at first when they are written down. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Chat, startChat } from "./chat.ts";

let chat: Chat;

beforeAll(async () => {
  chat = await startChat();
});

afterAll(() => chat.stop());

test("a message that can't be written down yet does not leave, and is sent once when it can be", async () => {
  await chat.sent("text", { body: "Before" }, "read");
  await chat.daemon.sql.unsafe(`
    create sequence refused_notes;
    create function refuse_note() returns trigger language plpgsql as $$
    begin
      if nextval('refused_notes') <= 2 then
        raise exception 'not yet' using errcode = 'disk_full';
      end if;
      return new;
    end $$;
    create trigger refuse_note before insert on web_messages for each row
      when (new.from_me) execute function refuse_note();
  `);
  const { provider_message_id, attempts } = await chat.sent("text", { body: "After" }, "read");
  expect(attempts).toBe(3);
  expect(await chat.onPhone(provider_message_id)).toMatchObject({ copies: 1 });
});
