/** Every route of the API with a key that is for another channel than what the route is about. */
import { beforeAll, expect, test } from "bun:test";
import { isEndless } from "../http/openapi-document.ts";
import { makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { createThings, type Kind, type Party, type Things, valuesFor } from "./things.ts";
import { callRoute, exampleBody, fill, missingLike, type Route, readRoutes, said, withIds } from "./walk.ts";

const daemon = sharedDaemon();
let own: Party;
let things: Things;
let routes: Route[];
/** May do everything, with another channel. */
/** The one channel of the restricted key. */
let spare: string;
let restricted: string;

beforeAll(async () => {
  const { sql, organizationId, channelId, call } = daemon;
  own = { sql, organizationId, channelId, call };
  things = createThings(own);
  spare = await things.ch();
  restricted = await makeKey(daemon, ["*"], [spare]);
  routes = (await readRoutes(daemon.url)).filter(({ permission }) => permission !== null);
});

/** About the organisation's people, teams and records, which no channel has for itself. */
const OF_THE_ORGANISATION = /^\/v1\/(contacts|crm|teams)\//;
/** Those that name a channel in their body, which has to be one of the key's; see number/imported.test.ts. */
const NAMES_A_CHANNEL = ["checkImportedNumbers"];
/** What the contact of the test does not have. */
const NOT_THERE = ["getContactPicture"];
/** What such lists need besides. */
const REQUIRED = { q: "hello", month: "2026-10" };
/** About the organisation itself: not for keys of some channels. */
const REFUSED = ["contacts:erase", "users:manage", "audit:read", "logs:read", "*"];

test("resources of another channel are as if they did not exist", async () => {
  const wrong: string[] = [];
  let walked = 0;
  for (const route of routes.filter(({ path }) => path.includes("{"))) {
    if (OF_THE_ORGANISATION.test(route.path) || REFUSED.includes(route.permission ?? "")) continue;
    walked += 1;
    const values = await valuesFor(things, own, route.path);
    const missing = values.map(missingLike);
    const body = await withIds(exampleBody(route), (kind) => things[kind]());
    const one = said(await callRoute(daemon, restricted, route, fill(route.path, values), body), values);
    const other = said(await callRoute(daemon, restricted, route, fill(route.path, missing), body), missing);
    if (one !== other || !one.startsWith("[404,")) wrong.push(`${route.name}: ${one} but ${other}`);
  }
  expect(wrong).toEqual([]);
  expect(walked).toBeGreaterThan(25);
});

test("resources of the whole organisation are there for it", async () => {
  const wrong: string[] = [];
  const isTheirs = ({ path, permission, operation }: (typeof routes)[number]) =>
    path.includes("{") &&
    OF_THE_ORGANISATION.test(path) &&
    !REFUSED.includes(permission ?? "") &&
    !NAMES_A_CHANNEL.includes(operation.operationId) &&
    !NOT_THERE.includes(operation.operationId);
  for (const route of routes.filter(isTheirs)) {
    const values = await valuesFor(things, own, route.path);
    const body = await withIds(exampleBody(route), (kind) => things[kind]());
    const { status } = await callRoute(daemon, restricted, route, fill(route.path, values), body);
    if ([401, 403, 404].includes(status)) wrong.push(`${route.name}: ${status}`);
  }
  expect(wrong).toEqual([]);
});

test("requests about the organisation itself are refused", async () => {
  const wrong: string[] = [];
  for (const route of routes.filter(({ permission }) => REFUSED.includes(permission ?? ""))) {
    const path = fill(route.path, [crypto.randomUUID()]);
    const { status, body } = await callRoute(daemon, restricted, route, path, exampleBody(route));
    if (status !== 403 || body.code !== "restricted_key") wrong.push(`${route.name}: ${status}`);
  }
  expect(wrong).toEqual([]);
});

test("a body that names another channel is answered as if there were no such channel", async () => {
  const wrong: string[] = [];
  for (const route of routes.filter((one) => /"ch_01/.test(JSON.stringify(exampleBody(one))))) {
    const ids: string[] = [];
    const bodyWith = (channel: string) =>
      withIds(exampleBody(route), async (kind: Kind) => {
        const id = kind === "ch" ? channel : await things[kind]();
        ids.push(id);
        return id;
      });
    const theirs = await bodyWith(daemon.channelId);
    const missing = await bodyWith("ch_00000000000000000000000000");
    const one = said(await callRoute(daemon, restricted, route, route.path, theirs), ids);
    const other = said(await callRoute(daemon, restricted, route, route.path, missing), ids);
    if (one !== other) wrong.push(`${route.name}: ${one} but ${other}`);
  }
  expect(wrong).toEqual([]);
});

test("a list of another channel is answered as if there were no such channel", async () => {
  for (const kind of ["msg", "cv", "evt", "ord", "med"] as const) await things[kind]();
  const wrong: string[] = [];
  let walked = 0;
  for (const route of routes.filter(({ method, path }) => method === "GET" && !path.includes("{"))) {
    const needed = (route.operation.parameters ?? []).filter((one) => one.in === "query");
    if (!needed.some(({ name }) => name === "channel_id") || isEndless(route.operation)) continue;
    walked += 1;
    const of = async (channel: string) => {
      const query = new URLSearchParams({ ...REQUIRED, channel_id: channel });
      for (const name of [...query.keys()]) if (!needed.some((one) => one.name === name)) query.delete(name);
      return said(await callRoute(daemon, restricted, route, `${route.path}?${query}`, null), [channel]);
    };
    const [one, other] = [await of(daemon.channelId), await of("ch_00000000000000000000000000")];
    if (one !== other) wrong.push(`${route.name}: ${one} but ${other}`);
  }
  expect(wrong).toEqual([]);
  expect(walked).toBeGreaterThan(8);
});

test("no list shows anything of another channel", async () => {
  for (const kind of ["msg", "tpl", "cv", "ep", "dlv", "evt", "ord", "med", "key"] as const)
    await things[kind]();
  const rows = await daemon.sql<{ id: string }[]>`
    select id::text from messages union select id from templates union select id from conversations
    union select id from webhook_endpoints union select id from orders
    union select id from events where channel_id is distinct from ${spare}`;
  const hidden = [daemon.channelId, ...rows.map(({ id }) => id)];
  const wrong: string[] = [];
  for (const route of routes.filter(({ method, path }) => method === "GET" && !path.includes("{"))) {
    if (isEndless(route.operation) || OF_THE_ORGANISATION.test(`${route.path}/`)) continue;
    // cursors are places in the organisation's log, whichever key reads
    const { data } = (await callRoute(daemon, restricted, route, route.path, null)).body;
    const text = JSON.stringify(data ?? null);
    const shown = hidden.filter((id) => text.includes(id));
    if (shown.length > 0) wrong.push(`${route.name} shows ${shown}`);
  }
  expect(wrong).toEqual([]);
});
