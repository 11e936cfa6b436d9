/** Which of what waits a daemon takes first, and how much of it at once. */
import { afterEach, expect, test } from "bun:test";
import { claimInbound, pauseRoute, writeInbound } from "../../db/inbound/inbound.ts";
import { sharedDatabase } from "../support/shared-database.ts";

const database = sharedDatabase();
const holder = crypto.randomUUID();
afterEach(async () => {
  await database.sql`delete from provider_webhooks`;
  await database.sql`delete from inbound_routes`;
});

const store = (route: string, body = "{}") =>
  database.sql`insert into provider_webhooks (provider, route, body) values ('meta', ${route}, ${body})`;

test("of many routes, those are taken that have waited longest", async () => {
  const routes = Array.from({ length: 21 }, (_, n) => `number:${99 - n}`);
  for (const route of routes) await store(route);
  const claim = await claimInbound(database.sql, holder, 100);
  expect(claim?.routes.toSorted()).toEqual(routes.slice(0, 20).toSorted());
});

test("of a route with large calls, no more are taken than fit into memory", async () => {
  const large = "x".repeat(3_000_000);
  for (let nth = 0; nth < 3; nth++) await store("number:1", large);
  expect((await claimInbound(database.sql, holder, 100))?.webhooks).toHaveLength(2);
});

test("a route that went well waits as briefly as at first when it fails again", async () => {
  await store("number:2");
  const failures = async () => {
    await database.sql`update inbound_routes set retry_at = null`;
    await claimInbound(database.sql, holder, 100);
    return await pauseRoute(database.sql, holder, "number:2", null);
  };
  expect([await failures(), await failures()]).toEqual([1, 2]);
  await database.sql`update inbound_routes set retry_at = null`;
  await claimInbound(database.sql, holder, 100);
  await writeInbound(database.sql, { holder, routes: ["number:2"] }, [], { done: [], release: true });
  expect(await failures()).toBe(1);
});

test("a claim that is kept is kept for longer", async () => {
  await store("number:3");
  await claimInbound(database.sql, holder, 100);
  await database.sql`update inbound_routes set claimed_until = clock_timestamp() + interval '1 second'`;
  await writeInbound(database.sql, { holder, routes: ["number:3"] }, [], { done: [], release: false });
  const [held] = await database.sql`
    select claimed_until > clock_timestamp() + interval '10 seconds' as longer from inbound_routes`;
  expect(held).toEqual({ longer: true });
});
