/** A call that can't be processed waits if something else is wrong, and is set aside if the call itself is. */
import { afterAll, beforeEach, expect, test } from "bun:test";
import { routedCalls } from "../../daemon/inbound/facts/routing.ts";
import { storeWebhooks } from "../../db/inbound/webhooks.ts";
import { until } from "../support/until.ts";
import { prepareWaiting, type Waiting } from "./waiting.ts";

let inbound: Waiting;
beforeEach(async () => {
  await inbound?.stop();
  inbound = await prepareWaiting("1", "2");
});
afterAll(() => inbound.stop());

/** Lets the storing of messages with this text fail as Postgres fails with this SQLSTATE. */
async function breakMessages(sqlstate: string, text: string): Promise<void> {
  await inbound.sql.unsafe(`
    create or replace function break_messages() returns trigger language plpgsql as $$
    begin
      if new.content like '%${text}%' then raise exception 'broken' using errcode = '${sqlstate}'; end if;
      return new;
    end $$;
    create or replace trigger broken before insert on messages for each row execute function break_messages()`);
}

const mend = () => inbound.sql`drop trigger broken on messages`;
const aside = () => inbound.sql`select * from provider_webhooks where error is not null order by id`;
const waiting = () => inbound.sql`select from provider_webhooks where error is null`;
const failures = async (number: string) =>
  (await inbound.sql`select failures from inbound_routes where route = ${`number:${number}`}`)[0]?.failures;

/** Looks for what is due to be tried again until this is so. */
async function triedUntil(isSo: () => Promise<boolean>): Promise<void> {
  const daemon = inbound.daemon();
  await until(async () => (await isSo()) || (await daemon.process(), false));
}

test.each([
  ["the disk is full", "53100"],
  ["a statement takes too long", "57014"],
  ["a lock is not to be had", "55P03"],
  ["an index is broken", "XX002"],
  ["a partition is missing", "23514"],
])("while %s, what comes in waits, and then it is processed in order", async (_, sqlstate) => {
  await breakMessages(sqlstate, "");
  for (const text of ["a", "b"]) await inbound.store("1", text);
  await triedUntil(async () => (await failures("1")) >= 1);
  expect([await inbound.received("1"), (await waiting()).length, (await aside()).length]).toEqual([[], 2, 0]);
  await mend();
  await triedUntil(async () => (await waiting()).length === 0);
  expect(await inbound.received("1")).toEqual(["a", "b"]);
});

test("a number whose messages can't be stored now holds up no other number", async () => {
  await breakMessages("53100", "bad");
  for (const number of ["1", "2"]) await inbound.store(number, number === "1" ? "bad" : "good");
  await inbound.daemon().process();
  expect([await inbound.received("2"), await failures("1")]).toEqual([["good"], 1]);
});

test("a call whose row another transaction locks waits, apart from the others", async () => {
  for (const number of ["1", "2"]) await inbound.store(number, "first", `1650555000${number}`);
  await inbound.daemon().process();
  const connection = await inbound.sql.reserve();
  await connection`begin`;
  await connection`set local idle_in_transaction_session_timeout = 0`;
  await connection`update conversations set updated_at = now() where channel_id = 'ch_1'`;
  for (const number of ["1", "2"]) await inbound.store(number, "second", `1650555000${number}`);
  await triedUntil(async () => (await failures("1")) > 0);
  expect([await inbound.received("1"), await inbound.received("2")]).toEqual([
    ["first"],
    ["first", "second"],
  ]);
  await connection`rollback`;
  connection.release();
  await triedUntil(async () => (await waiting()).length === 0);
  expect(await inbound.received("1")).toEqual(["first", "second"]);
});

test("a call that fails again and again by itself is set aside, with whose it is; those after it follow", async () => {
  await breakMessages("P0001", "bad");
  for (const text of ["a", "bad", "b"]) await inbound.store("1", text);
  await triedUntil(async () => (await aside()).length > 0);
  await triedUntil(async () => (await waiting()).length === 0);
  expect(await inbound.received("1")).toEqual(["a", "b"]);
  expect(await aside()).toMatchObject([
    { error: "broken", attempts: 3, organization_id: inbound.organizationId, channel_id: "ch_1" },
  ]);
});

test("data that can't be stored sets its call aside at once", async () => {
  await breakMessages("22003", "bad");
  for (const text of ["a", "bad", "b"]) await inbound.store("1", text);
  await inbound.daemon().process();
  expect([await inbound.received("1"), (await aside()).length]).toEqual([["a", "b"], 1]);
});

test("the facts of a call beside one that can't be stored take effect", async () => {
  await breakMessages("22003", "bad");
  const message = (id: string, body: string) => ({
    ...{ from: "16505550009", id, timestamp: "1763717400", type: "text" },
    text: { body },
  });
  const value = {
    metadata: { phone_number_id: "1" },
    messages: [message("wamid.1", "a"), message("wamid.2", "bad"), message("wamid.3", "b")],
  };
  const body = JSON.stringify({ entry: [{ id: "1", changes: [{ field: "messages", value }] }] });
  await storeWebhooks(inbound.sql, "whatsapp_official", routedCalls(body));
  await inbound.daemon().process();
  expect([await inbound.received("1"), (await aside()).length]).toEqual([["a", "b"], 1]);
});

test("a call that our own reader fails at is set aside, too", async () => {
  await inbound.sql`
    insert into provider_webhooks (provider, route, body) values ('whatsapp_unofficial', 'channel:ch_1', '{}')`;
  await triedUntil(async () => (await aside()).length > 0);
  expect((await aside())[0]).toMatchObject({ attempts: 3, organization_id: null });
});
