/** Every route of the API's OpenAPI document: with ids of one's own organisation, of another one, and of nothing. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { isEndless } from "../http/openapi-document.ts";
import type { OwnDaemon } from "../support/daemon.ts";
import { LONG_MS } from "../support/long.ts";
import { until } from "../support/until.ts";
import { OWN, OWN_BODIES } from "./own-answers.ts";
import { startParties } from "./parties.ts";
import { createThings, type Party, type Things, valuesFor } from "./things.ts";
import {
  type Body,
  callRoute,
  exampleBody,
  fill,
  missingLike,
  namesThings,
  type Route,
  readRoutes,
  said,
  withIds,
} from "./walk.ts";

let daemon: OwnDaemon;
let own: Party;
let foreign: Party;
let ownThings: Things;
let foreignThings: Things;
let routes: Route[];

beforeAll(async () => {
  ({ daemon, own, foreign } = await startParties());
  routes = (await readRoutes(daemon.url)).filter(({ permission }) => permission !== null);
  ownThings = createThings(own);
  foreignThings = createThings(foreign);
});
afterAll(() => daemon.stop());

/** A route's example with things of one organisation in it. */
async function bodyOf(route: Route, things: Things): Promise<Body> {
  const value = OWN_BODIES[route.operation.operationId];
  if (value !== undefined) return { value, type: "application/json" };
  return await withIds(exampleBody(route), (kind) => things[kind]());
}

test(
  "what is one's own is found by every route that names it",
  async () => {
    const wrong: string[] = [];
    for (const route of routes.filter(({ path }) => path.includes("{"))) {
      const path = fill(route.path, await valuesFor(ownThings, own, route.path));
      const answer = await callRoute(daemon, daemon.key, route, path, await bodyOf(route, ownThings));
      const success = Object.keys(route.operation.responses)
        .map(Number)
        .filter((status) => status < 300);
      const expected = OWN[route.operation.operationId]?.[0];
      if (expected === undefined ? !success.includes(answer.status) : answer.status !== expected)
        wrong.push(`${route.name}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`);
    }
    expect(wrong).toEqual([]);
  },
  LONG_MS,
);

test(
  "what is another organisation's is answered like what is not there, and stays as it is",
  async () => {
    const wrong: string[] = [];
    for (const route of routes.filter(({ path }) => path.includes("{"))) {
      const theirs = await valuesFor(foreignThings, foreign, route.path);
      const mine = await valuesFor(ownThings, own, route.path);
      const body = await bodyOf(route, ownThings);
      await untilNothingRuns(foreign);
      const before = await contentsOf(foreign);
      for (const place of mine.keys()) {
        const withForeign = mine.with(place, theirs[place] ?? "");
        const withMissing = mine.with(place, missingLike(theirs[place] ?? ""));
        if (withForeign[place] === withMissing[place]) continue;
        const [one, other] = [withForeign, withMissing].map(async (values) =>
          said(await callRoute(daemon, daemon.key, route, fill(route.path, values), body), values),
        );
        if ((await one) !== (await other)) wrong.push(`${route.name}: ${await one} but ${await other}`);
        if (!(await one)?.startsWith("[404,")) wrong.push(`${route.name}: ${await one}`);
      }
      const changed = (await contentsOf(foreign)).filter((table, index) => table !== before[index]);
      if (changed.length > 0) wrong.push(`${route.name} changed ${changed.join(", ")}`);
    }
    expect(wrong).toEqual([]);
  },
  LONG_MS,
);

test("ids in a body are looked up in one's own organisation only", async () => {
  const wrong: string[] = [];
  for (const route of routes.filter((one) => namesThings(exampleBody(one)))) {
    const values = route.path.includes("{") ? await valuesFor(ownThings, own, route.path) : [];
    const ids: string[] = [];
    const taken = async (id: string) => {
      ids.push(id);
      return id;
    };
    const theirs = await withIds(exampleBody(route), async (kind) => taken(await foreignThings[kind]()));
    const missing = await withIds(exampleBody(route), async (kind) => taken(`${kind}_${"0".repeat(26)}`));
    const path = fill(route.path, values);
    const one = said(await callRoute(daemon, daemon.key, route, path, theirs), ids);
    const other = said(await callRoute(daemon, daemon.key, route, path, missing), ids);
    if (one !== other) wrong.push(`${route.name}: ${one} but ${other}`);
    if (/^\[2/.test(one) && !/"errors?":|"refused"|"data":\[\]|"retried":0/.test(one))
      wrong.push(`${route.name}: ${one}`);
  }
  expect(wrong).toEqual([]);
});

test("filters by something of another organisation find what filters by nothing find", async () => {
  const wrong: string[] = [];
  for (const route of routes.filter(({ method, path }) => method === "GET" && !path.includes("{"))) {
    if (isEndless(route.operation)) continue;
    const required = (route.operation.parameters ?? []).some(({ name }) => name === "kind")
      ? "kind=deal&"
      : "";
    for (const { name, in: place } of route.operation.parameters ?? []) {
      const kind = FILTERS[name];
      if (place !== "query" || kind === undefined) continue;
      const theirs = await foreignThings[kind]();
      const [one, other] = [theirs, missingLike(theirs)].map(async (id) =>
        said(await callRoute(daemon, daemon.key, route, `${route.path}?${required}${name}=${id}`, null), [
          id,
        ]),
      );
      if ((await one) !== (await other)) wrong.push(`${route.name} ${name}: ${await one} but ${await other}`);
    }
  }
  expect(wrong).toEqual([]);
});

test("no list shows anything of another organisation", async () => {
  for (const make of Object.values(foreignThings)) await make();
  const secrets = [foreign.organizationId, foreign.channelId];
  const ids = await idsOf(foreign);
  const wrong: string[] = [];
  for (const route of routes.filter(({ method, path }) => method === "GET" && !path.includes("{"))) {
    if (isEndless(route.operation)) continue;
    for (const query of route.path === "/v1/crm/records" ? KINDS : [""]) {
      const { body } = await callRoute(daemon, daemon.key, route, route.path + query, null);
      const own = withoutAsked(route.path, body);
      const text = JSON.stringify(own);
      const shown = [...secrets, ...ids].filter((id) => text.includes(id));
      if (shown.length > 0) wrong.push(`${route.name} shows ${shown}`);
    }
  }
  expect(wrong).toEqual([]);
});

/** One's own requests, and the entries of what one read, name what one asked for. */
function withoutAsked(path: string, body: { data: object[] } & string): unknown {
  if (path === "/v1/logs/requests") return body.data.map((row) => ({ ...row, path: "" }));
  if (path !== "/v1/audit/export") return body;
  return body.split("\n").filter((line) => !line.includes('"action":"read.'));
}

const KINDS = ["contact", "company", "deal", "task"].map((kind) => `?kind=${kind}`);
/** Query parameters that name something. */
const FILTERS: Record<string, keyof Things> = {
  channel_id: "ch",
  conversation_id: "cv",
  contact_id: "ct",
  assignee_id: "usr",
  endpoint_id: "ep",
  message_id: "evt",
  pipeline_id: "pip",
  actor_id: "usr",
  target_id: "key",
};
/** Tables that the daemon itself writes all the time. */
const RESTLESS = `lanes lane_items deliveries template_syncs imports webhook_endpoints webhook_replays
  message_cancellations provider_webhooks traffic_counts traffic_places message_search_blocks message_search_places
  audit_chains audit_links audit_log audit_waiting`;

/** Waits until the daemon has finished the work that the new things caused, except webhooks that nobody takes. */
async function untilNothingRuns({ sql, organizationId }: Party): Promise<void> {
  // the health of its numbers is found every few minutes: not now
  await sql`
    insert into channel_health (organization_id, channel_id, taken_at)
    select organization_id, id, 'infinity' from channels where organization_id = ${organizationId}
    on conflict (organization_id, channel_id) do update set taken_at = excluded.taken_at`;
  await until(async () => {
    const [row] = await sql<{ due: boolean }[]>`
      select exists (
        select from lane_items
        where organization_id = ${organizationId} and kind <> 'endpoint' and (due_at <= now() or state = 'sending')
      ) or exists (
        select from graphile_worker.jobs
        where task_identifier <> 'lane' and (locked_at is not null or run_at <= now() and attempts < max_attempts)
      ) as due`;
    return row?.due === false;
  });
}

/** Everything of an organisation that a request could have changed, table by table, in one look. */
async function contentsOf({ sql, organizationId }: Party): Promise<string[]> {
  tables ??= (await tablesOf({ sql })).filter((table) => !RESTLESS.split(/\s+/).includes(table));
  const looks = tables.map(
    (
      table,
    ) => `select '${table}' as name, md5(string_agg(t::text, ',' order by t::text)) as text from ${table} as t
      where organization_id = $1`,
  );
  const look = `${looks.join(" union all ")} order by name`;
  const rows = await sql.unsafe<{ name: string; text: string | null }[]>(look, [organizationId], {
    prepare: true,
  });
  return rows.map(({ name, text }) => `${name} ${text}`);
}

let tables: string[] | undefined;

async function tablesOf({ sql }: Pick<Party, "sql">): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select table_name as name from information_schema.columns
    where column_name = 'organization_id' and table_schema = 'public'
      and table_name not in (select inhrelid::regclass::text from pg_inherits)
    order by 1`;
  return rows.map(({ name }) => name);
}

async function idsOf({ sql, organizationId }: Party): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from contacts where organization_id = ${organizationId}
    union select id from crm_records where organization_id = ${organizationId}
    union select id from templates where organization_id = ${organizationId}
    union select id from events where organization_id = ${organizationId}
    union select id from webhook_endpoints where organization_id = ${organizationId}
    union select id::text from messages where organization_id = ${organizationId}
    union select id::text from users where organization_id = ${organizationId}
    union select id from api_keys where organization_id = ${organizationId}
    union select id from audit_log where organization_id = ${organizationId}`;
  return rows.map(({ id }) => id);
}
