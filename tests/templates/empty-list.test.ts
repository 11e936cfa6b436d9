/** A list of templates that comes back empty, from an account that is known to have some. */
import { expect, test } from "bun:test";
import { createLog } from "../../daemon/lib/log.ts";
import type { ProviderTemplate } from "../../daemon/providers/management.ts";
import { runSync } from "../../daemon/templates/sync.ts";
import { findSync } from "../../db/templates/syncs.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();

const listed = (name: string): ProviderTemplate => ({
  ...{
    providerId: `9000_${name}`,
    name,
    language: "en_US",
    category: "UTILITY",
    parameterFormat: "POSITIONAL",
  },
  ...{
    status: "approved",
    rejectedReason: null,
    quality: null,
    maxPrice: null,
    components: [{ type: "BODY", text: "Hello" }],
  },
});

let syncs = 0;

/** Syncs with a platform that answers with these lists, one after the other. */
async function sync(...lists: ProviderTemplate[][]) {
  const { sql, secrets, organizationId } = waypost;
  const id = `syn_${++syncs}`;
  // without its job, which the daemon would do with the sandbox
  await sql`
    insert into template_syncs (organization_id, id, channel_id)
    values (${organizationId}, ${id}, ${waypost.channelId})`;
  const list = async () => ({ kind: "done" as const, value: lists.shift() ?? [] });
  const providers = { whatsapp_official: { templates: { list } } };
  await runSync(
    { sql, secrets, providers: providers as never, log: createLog("silent") },
    { organizationId, id },
  );
  return { record: await findSync(sql, organizationId, id), unread: lists.length };
}

async function names(): Promise<string[]> {
  const rows = await waypost.sql<
    { name: string }[]
  >`select name from templates where provider_id is not null order by name`;
  return rows.map(({ name }) => name);
}

test("a list that is empty once is requested again, and nothing is forgotten", async () => {
  await sync([listed("awaited"), listed("unused")]);
  const { record, unread } = await sync([], [listed("awaited"), listed("unused")]);
  expect(record).toMatchObject({ status: "succeeded", deleted: 0 });
  expect(unread).toBe(0);
  expect(await names()).toEqual(["awaited", "unused"]);
});

test("a list that is empty twice leaves what messages wait to use, and the sync says so", async () => {
  const sent = await waypost.call("POST", "/v1/messages", {
    ...{ channel_id: waypost.channelId, to: "+14155550199", type: "template" },
    content: { template: { name: "awaited", language: { code: "en_US" } } },
    scheduled_at: new Date(Date.now() + 3_600_000).toISOString(),
  });
  expect(sent.status).toBe(201);
  const { record } = await sync([], []);
  expect(record).toMatchObject({ status: "failed", deleted: 1 });
  expect(record?.error).toContain(
    "listed no templates at all, twice; 1 that messages or broadcasts wait to use are kept",
  );
  expect(await names()).toEqual(["awaited"]);
});

test("once nothing waits for it, it is gone with the list", async () => {
  await waypost.sql`delete from lane_items`;
  const { record } = await sync([], []);
  expect(record).toMatchObject({ status: "succeeded", deleted: 1 });
  expect(await names()).toEqual([]);
});

test.each([
  ["scheduled", ["awaited"]],
  ["paused", ["awaited"]],
  ["completed", []],
])("what a broadcast names that is %s: %p stay", async (status, kept) => {
  await waypost.sql`delete from lane_items`;
  await sync([listed("awaited")]);
  const { body } = await waypost.call("POST", "/v1/broadcasts", {
    ...{ name: "Menu", channel_id: waypost.channelId, audience: { filter: {} } },
    template: { name: "awaited", language: "en_US" },
  });
  await waypost.sql`update broadcasts set status = ${status} where id = ${body.id}`;
  await sync([], []);
  await waypost.sql`delete from broadcasts where id = ${body.id}`;
  expect(await names()).toEqual(kept);
});
