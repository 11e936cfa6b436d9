/** Inbound calls are processed without being stored first where nothing waits before them. */
import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { routedCalls } from "../../daemon/inbound/facts/routing.ts";
import type { InboundWork } from "../../daemon/inbound/process/process.ts";
import { until } from "../support/until.ts";
import { prepareWaiting, received, type Waiting } from "./waiting.ts";

let waiting: Waiting;
let daemon: InboundWork;

beforeAll(async () => {
  waiting = await prepareWaiting("at-once", "behind", "held", "poison", "stopping", "ending");
});

beforeEach(() => {
  daemon = waiting.daemon();
});

afterAll(() => waiting.stop());

const take = (number: string, ...texts: string[]) =>
  daemon.take(
    "whatsapp_official",
    texts.flatMap((text) => routedCalls(received(number, text, "16506660001", `wamid.${number}.${text}`))),
  );

/** How many calls were ever stored. */
const everStored = async () => {
  const [sequence] = await waiting.sql`
    select case when is_called then last_value else 0 end::integer as calls from provider_webhooks_id_seq`;
  return sequence?.calls;
};

const stored = async (number: string) =>
  (await waiting.sql`select from provider_webhooks where route = ${`number:${number}`}`).length;

test("calls are processed once they are taken, in order, and none is stored", async () => {
  const before = await everStored();
  await take("at-once", "one", "two");
  expect(await waiting.received("at-once")).toEqual(["one", "two"]);
  expect(await everStored()).toBe(before);
});

test("a call behind one that was set aside does not wait for it", async () => {
  await waiting.sql`
    insert into provider_webhooks (provider, route, body, error) values ('whatsapp_official', 'number:at-once', '{}', 'x')`;
  const before = await everStored();
  await take("at-once", "three");
  expect((await waiting.received("at-once")).at(-1)).toBe("three");
  await waiting.sql`delete from provider_webhooks where error is not null`;
  expect(await everStored()).toBe(before);
});

test("a call behind one that waits is stored, and processed after it", async () => {
  await waiting.store("behind", "first");
  await take("behind", "second");
  await until(async () => (await stored("behind")) === 0);
  expect(await waiting.received("behind")).toEqual(["first", "second"]);
});

test("a call of a route that another daemon holds is stored until it lets go", async () => {
  await waiting.sql`
    insert into inbound_routes (route, claim, claimed_until)
    values ('number:held', gen_random_uuid(), clock_timestamp() + interval '1 hour')`;
  await take("held", "kept");
  expect(await stored("held")).toBe(1);
  expect(await waiting.received("held")).toEqual([]);
  await waiting.sql`update inbound_routes set claim = null, claimed_until = null where route = 'number:held'`;
  await daemon.process();
  // the look that it began with when it stored the call may be what takes it
  await until(async () => (await stored("held")) === 0);
  expect(await waiting.received("held")).toEqual(["kept"]);
});

test("a call that can't be processed is set aside, and what was taken with it takes effect", async () => {
  const call = { route: "number:poison", body: "no JSON" };
  await daemon.take("whatsapp_official", [
    ...routedCalls(received("poison", "good", "16506660001", "wamid.good")),
    call,
  ]);
  await until(async () => (await waiting.received("poison")).length === 1);
  const aside = () => waiting.sql`select body from provider_webhooks where error is not null`;
  await until(async () => (await aside()).length === 1);
  expect((await aside())[0]?.body).toBe("no JSON");
});

test("a daemon that stops stores what it still takes, for another", async () => {
  await daemon.stop();
  await take("stopping", "late");
  expect(await stored("stopping")).toBe(1);
  await waiting.daemon().process();
  expect(await waiting.received("stopping")).toEqual(["late"]);
});

test("a daemon that stops has done with what it was taking", async () => {
  const taken = take("ending", "last");
  await daemon.stop();
  expect([...(await waiting.received("ending")), await stored("ending")]).toEqual(["last", 0]);
  await taken;
});
