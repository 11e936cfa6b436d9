/** Every event of the catalogue, made to happen: its body is what the catalogue says, no less and no more. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { EVENT_TYPES } from "../../daemon/events/catalogue.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";
import { allCauses } from "./causes.ts";
import { faultsOf, optionalMembers } from "./exact.ts";

const waypost = sharedDaemon();
let happen: ReturnType<typeof allCauses>;
beforeAll(async () => {
  happen = allCauses(waypost);
});
afterAll(async () => {
  await happen.stop();
});

async function bodiesOf(type: string): Promise<Record<string, unknown>[]> {
  const rows = await waypost.sql`select body from events where type = ${type}`;
  return rows.map(({ body }) => JSON.parse(body));
}

test("there is a cause for every event of the catalogue, and none is missing", () => {
  expect(Object.keys(happen.causes).sort()).toEqual([...EVENT_TYPES].sort());
});

test.each(EVENT_TYPES)("%s", async (type) => {
  const before = (await bodiesOf(type)).length;
  await happen.causes[type]?.();
  await until(async () => (await bodiesOf(type)).length !== before);
});

test("every body has what the catalogue says, and nothing else", async () => {
  const types = await waypost.sql<{ type: string }[]>`select distinct type from events order by type`;
  expect(types.map(({ type }) => type)).toEqual([...EVENT_TYPES].sort());
  for (const { type } of types)
    expect((await bodiesOf(type)).flatMap((body) => faultsOf(type, body))).toEqual([]);
});

test("optional members are in some bodies and absent from others", async () => {
  for (const type of EVENT_TYPES) {
    const bodies = await bodiesOf(type);
    for (const name of optionalMembers(type)) {
      const having = bodies.filter((body) => body[name] !== undefined).length;
      expect(`${type} ${name} ${having > 0 && having < bodies.length}`).toBe(`${type} ${name} true`);
    }
  }
});
