/** An organisation that keeps kinds and channels for days of their own: what is said to go goes, and nothing else. */
import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { sweepMedia } from "../../daemon/media/stores/sweep.ts";
import { keepingLess } from "../../db/maintenance/kept.ts";
import { forgetOlder } from "../../db/maintenance/retention.ts";
import { startParties } from "../access/parties.ts";
import { createThings, type Party } from "../access/things.ts";
import type { OwnDaemon } from "../support/daemon.ts";
import { testHome } from "../support/home.ts";
import { agedEvent, agedFile, agedLog, agedMessage, countAged } from "./aged.ts";

const PATH = "/v1/settings/retention";
const AGES = [10, 40, 60];
const NOTHING = { messages: null, files: null, events: null, logs: null, channels: {} };
const INSTALLATION = { retentionDays: 90, auditDays: 730 };

let daemon: OwnDaemon;
let own: Party;
let foreign: Party;
/** Another channel of `own`. */
let other: Party;

beforeAll(async () => {
  ({ daemon, own, foreign } = await startParties());
  other = { ...own, channelId: await createThings(own).ch() };
});
afterAll(() => daemon.stop());

/** Of each kind and channel, and of the other organisation, something that is ten, forty and sixty days old. */
beforeEach(async () => {
  await own.call("PUT", PATH, NOTHING);
  for (const table of ["messages", "message_attempts", "provider_messages", "media", "events"])
    await daemon.sql`delete from ${daemon.sql(table)}`;
  for (const days of AGES) {
    for (const party of [own, other, foreign]) {
      await agedMessage(party, days);
      await agedFile(party, days, party.channelId);
    }
    for (const party of [own, foreign]) {
      await agedFile(party, days, null);
      await agedEvent(party, days);
    }
  }
});

/** What maintenance does, without what is only the installation's. */
async function maintain(): Promise<void> {
  for (const one of await keepingLess(daemon.sql, INSTALLATION)) await forgetOlder(daemon.sql, one);
  const store = { remove: async () => {} } as unknown as Parameters<typeof sweepMedia>[0]["store"];
  await sweepMedia({ sql: daemon.sql, store, incoming: testHome() }, INSTALLATION);
}

/** What a preview says, summed by kind. */
async function preview(body: object): Promise<Record<string, number>> {
  const going: { kind: string; count: number }[] = (await own.call("POST", `${PATH}/preview`, body)).body
    .data;
  const kinds = Map.groupBy(going, ({ kind }) => kind);
  return Object.fromEntries(
    [...kinds].map(([kind, some]) => [kind, some.reduce((sum, { count }) => sum + count, 0)]),
  );
}

test("nothing is set at first, and everything is kept as long as it may be", async () => {
  expect((await own.call("GET", PATH)).body).toEqual({
    ...NOTHING,
    most: { messages: 90, files: 90, events: 90, logs: 730 },
  });
  await maintain();
  expect(await countAged(own)).toMatchObject({ messages: 6, files: 9, events: 3 });
});

test.each([
  [{ messages: 50 }, { messages: 2 }],
  [{ files: 30 }, { files: 6 }],
  [{ events: 5 }, { events: 3 }],
  [
    { messages: 50, files: 20, events: 50 },
    { messages: 2, files: 6, events: 1 },
  ],
])("of %j exactly that goes which was said before", async (days, going) => {
  const before = await countAged(own);
  const theirs = await countAged(foreign);
  expect(await preview({ ...NOTHING, ...days })).toEqual(going);
  expect(await countAged(own)).toEqual(before);
  await own.call("PUT", PATH, { ...NOTHING, ...days });
  await maintain();
  const { messages = 0, files = 0, events = 0 }: Record<string, number> = going;
  expect(await countAged(own)).toEqual({
    ...before,
    ...{ messages: before.messages - messages, attempts: before.attempts - messages },
    ...{
      provider_ids: before.provider_ids - messages,
      files: before.files - files,
      events: before.events - events,
    },
  });
  expect(await countAged(foreign)).toEqual(theirs);
});

test("a channel keeps its messages and files for less, or for longer, than the others", async () => {
  const channels = {
    [own.channelId]: { messages: 20, files: 50 },
    [other.channelId]: { messages: 70, files: null },
  };
  const body = { ...NOTHING, messages: 50, files: 30, channels };
  const { data } = (await own.call("POST", `${PATH}/preview`, body)).body;
  const counts = data.map(({ kind, channel_id, count, bytes }: Record<string, unknown>) => [
    kind,
    channel_id,
    count,
    bytes,
  ]);
  expect(counts.sort()).toEqual(
    [
      ["messages", own.channelId, 2, null],
      ["files", null, 2, 2000],
      ["files", own.channelId, 1, 1000],
      ["files", other.channelId, 2, 2000],
    ].sort(),
  );
  await own.call("PUT", PATH, body);
  await maintain();
  expect(await countAged(own)).toMatchObject({ messages: 4, files: 4 });
});

test("entries of the audit log go after at least 90 days", async () => {
  await agedLog(own, 100);
  await agedLog(own, 300);
  expect((await own.call("PUT", PATH, { ...NOTHING, logs: 89 })).status).toBe(422);
  expect(await preview({ ...NOTHING, logs: 200 })).toEqual({ logs: 1 });
  await own.call("PUT", PATH, { ...NOTHING, logs: 200 });
  await maintain();
  expect(await countAged(own)).toMatchObject({ logs: 1 });
});

test("what goes already as it is set is not counted, nor is what waits to be sent", async () => {
  await own.call("PUT", PATH, { ...NOTHING, messages: 50 });
  await daemon.sql`update messages set status = 'queued' where channel_id = ${own.channelId}`;
  expect(await preview({ ...NOTHING, messages: 30 })).toEqual({ messages: 1 });
});

test("no more is set than the operator allows, of no channel of others", async () => {
  const refusal = async (body: object) => (await own.call("PUT", PATH, { ...NOTHING, ...body })).body.detail;
  expect(await refusal({ events: 91 })).toBe("/events: is at most 90: the installation keeps it no longer");
  await daemon.sql`update organizations set retention_days = 30 where organization_id = ${own.organizationId}`;
  expect(await refusal({ channels: { [own.channelId]: { messages: 31, files: null } } })).toContain(
    "at most 30",
  );
  await daemon.sql`update organizations set retention_days = null where organization_id = ${own.organizationId}`;
  const theirs = { [foreign.channelId]: { messages: 1, files: null } };
  expect(await refusal({ channels: theirs })).toContain("is no channel of this organisation");
});

test("a file says when it goes, by the days of its channel", async () => {
  const [file] = await daemon.sql<
    { id: string }[]
  >`select id from media where channel_id = ${own.channelId} limit 1`;
  const lasts = async () => {
    const { created_at, expires_at } = (await own.call("GET", `/v1/media/${file?.id}/info`)).body;
    return (Date.parse(expires_at) - Date.parse(created_at)) / (24 * 3600_000);
  };
  expect(await lasts()).toBe(90);
  await own.call("PUT", PATH, {
    ...NOTHING,
    files: 80,
    channels: { [own.channelId]: { messages: null, files: 85 } },
  });
  expect(await lasts()).toBe(85);
});
