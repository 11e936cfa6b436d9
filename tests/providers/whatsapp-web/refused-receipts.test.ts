/** Receipts that the database does not take at first. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Chat, startChat } from "./chat.ts";

let chat: Chat;

beforeAll(async () => {
  chat = await startChat();
});

afterAll(() => chat.stop());

test("a receipt that the database refuses for a moment is stored after it, on the same connection", async () => {
  await chat.daemon.sql.unsafe(`
    create sequence refused_receipts;
    create function refuse_receipt() returns trigger language plpgsql as $$
    begin
      if nextval('refused_receipts') <= 4 then
        raise exception 'not yet' using errcode = 'disk_full';
      end if;
      return new;
    end $$;
    create trigger refuse_receipt before insert on provider_webhooks for each row
      when (new.body like '%"status":"read"%') execute function refuse_receipt();
    create trigger refuse_receipt before update on messages for each row
      when (new.status = 'read') execute function refuse_receipt();
  `);
  await chat.sent("text", { body: "Did you see this?" }, "read");
  const [refused] = await chat.daemon.sql`select last_value::integer as times from refused_receipts`;
  expect(refused?.times).toBeGreaterThan(4);
});
