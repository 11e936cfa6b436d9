/** A daemon that freezes with what came in holds up nobody but what it holds itself, and that for a while. */
import { afterAll, beforeEach, expect, test } from "bun:test";
import { claimInbound, forgetRoutes, isClaimLost, writeInbound } from "../../db/inbound/inbound.ts";
import { prepareWaiting, type Waiting } from "./waiting.ts";

const frozen = crypto.randomUUID();
let inbound: Waiting;
beforeEach(async () => {
  await inbound?.stop();
  inbound = await prepareWaiting("1", "2");
});
afterAll(() => inbound.stop());

async function claimEnds(): Promise<void> {
  await inbound.sql`update inbound_routes set claimed_until = now() where claim = ${frozen}`;
}

test("what a frozen daemon had claimed waits for the end of its claim, and nothing else waits", async () => {
  for (const text of ["a", "b"]) await inbound.store("1", text);
  await claimInbound(inbound.sql, frozen, 50);
  for (const number of ["1", "2"]) await inbound.store(number, "c");
  const other = inbound.daemon();
  await other.process();
  expect([await inbound.received("1"), await inbound.received("2")]).toEqual([[], ["c"]]);
  await claimEnds();
  await other.process();
  expect(await inbound.received("1")).toEqual(["a", "b", "c"]);
});

test("a connection that froze inside its transaction holds up nothing but its routes", async () => {
  const other = inbound.daemon();
  for (const number of ["1", "2"]) await inbound.store(number, "a");
  await other.process();
  await inbound.store("1", "b");
  const connection = await inbound.sql.reserve();
  await connection`begin`;
  await connection`set local idle_in_transaction_session_timeout = 0`;
  await connection`select claim_inbound(${frozen}, 50, interval '1 minute')`;
  await inbound.store("2", "b");
  await other.process();
  expect(await inbound.received("2")).toEqual(["a", "b"]);
  await connection`rollback`;
  connection.release();
  await other.process();
  expect(await inbound.received("1")).toEqual(["a", "b"]);
});

test("writes of a daemon after another has taken over are refused", async () => {
  await inbound.store("1", "a");
  const claim = await claimInbound(inbound.sql, frozen, 50);
  await claimEnds();
  await inbound.daemon().process();
  const done = claim?.webhooks.map(({ id }) => id) ?? [];
  const held = { holder: frozen, routes: claim?.routes ?? [] };
  const late = await writeInbound(inbound.sql, held, [], { done, release: true }).catch((cause) => cause);
  expect([claim?.routes, isClaimLost(late)]).toEqual([["number:1"], true]);
});

test("several daemons at once keep the order of each channel, and take each message once", async () => {
  const daemons = [inbound.daemon(), inbound.daemon(), inbound.daemon()];
  const texts = Array.from({ length: 60 }, (_, n) => String(n));
  for (const text of texts) {
    await Promise.all([inbound.store("1", text), inbound.store("2", text)]);
    for (const daemon of daemons) void daemon.process();
  }
  for (const daemon of daemons) await daemon.process();
  for (const daemon of daemons) await daemon.stop();
  await inbound.daemon().process();
  expect([await inbound.received("1"), await inbound.received("2")]).toEqual([texts, texts]);
});

test("a route in which nothing waits is forgotten, and made again when something comes", async () => {
  const daemon = inbound.daemon();
  await inbound.store("1", "a");
  await daemon.process();
  await inbound.store("2", "a");
  await claimInbound(inbound.sql, frozen, 50);
  await forgetRoutes(inbound.sql);
  expect((await inbound.sql`select route from inbound_routes`).map(({ route }) => route)).toEqual([
    "number:2",
  ]);
  await inbound.store("1", "b");
  await daemon.process();
  expect(await inbound.received("1")).toEqual(["a", "b"]);
});
