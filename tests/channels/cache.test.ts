import { beforeAll, expect, test } from "bun:test";
import { createChannelCache } from "../../daemon/channels/cache.ts";
import { insertChannel } from "../../db/channels/channels.ts";
import { sharedDatabase } from "../support/shared-database.ts";

const database = sharedDatabase();
beforeAll(async () => {
  await insertChannel(database.sql, {
    organization_id: "org_test",
    id: "ch_test",
    platform: "whatsapp_unofficial",
    status: "disconnected",
    name: "before",
    settings: {},
  });
});

test("a row that was read before a change is not kept when the change is notified during the read", async () => {
  const cache = createChannelCache(database.sql, () => true);
  const reading = cache.find("org_test", "ch_test");
  cache.forget("ch_test");
  expect((await reading)?.name).toBe("before");
  await database.sql`update channels set name = 'after'`;
  expect((await cache.find("org_test", "ch_test"))?.name).toBe("after");
});

test("a channel that is kept is not shown to another organisation", async () => {
  const cache = createChannelCache(database.sql, () => true);
  expect(await cache.find("org_test", "ch_test")).not.toBeNull();
  expect(await cache.find("org_other", "ch_test")).toBeNull();
});

test("another organisation's channel is looked for like one that is not there: in the database", async () => {
  const cache = createChannelCache(database.sql, () => true);
  await cache.find("org_test", "ch_test");
  await database.sql`update channels set organization_id = 'org_other'`;
  expect(await cache.find("org_other", "ch_test")).not.toBeNull();
});
