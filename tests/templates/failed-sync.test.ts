/** A sync of which accounts can't be read: the record says which and why, and the others are read. */
import { beforeAll, expect, test } from "bun:test";
import { tokenContext } from "../../daemon/channels/channel.ts";
import { newId } from "../../daemon/lib/ids.ts";
import { createLog } from "../../daemon/lib/log.ts";
import { runSync } from "../../daemon/templates/sync.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();
const template = {
  ...{ providerId: "9100", name: "menu", language: "en_US", category: "UTILITY", status: "approved" },
  ...{ parameterFormat: "POSITIONAL", rejectedReason: null, quality: null, components: [] },
};

/** The platform's answer about the templates of each account. */
const ANSWERS: Record<string, object> = {
  "61": { kind: "refused", error: { code: "provider_error", detail: "(#200) you do not have permission" } },
  "62": { kind: "unavailable", reason: "the connection was reset" },
  "63": { kind: "done", value: [template] },
};

let other: string;
beforeAll(async () => {
  const { sql, channelId } = waypost;
  await sql`update channels set waba_id = '61' where id = ${channelId}`;
  const [row] = await sql`select * from channels where id = ${channelId}`;
  // what the database makes of the others can't be given
  const { graph_phone_number_id: _number, graph_account_id: _account, ...channel } = row ?? {};
  const tokens = (id: string) => waypost.secrets.encrypt("EAAGtoken", tokenContext(id));
  for (const waba_id of ["62", "63"]) {
    other = newId("ch");
    await sql`insert into channels ${sql({ ...channel, id: other, waba_id, phone_number_id: waba_id, proven_at: null, access_token: tokens(other) })}`;
  }
});

async function sync(channelId: string | null) {
  const { sql, secrets, organizationId } = waypost;
  const id = newId("syn");
  await sql`insert into template_syncs (organization_id, id, channel_id) values (${organizationId}, ${id}, ${channelId})`;
  const list = async ({ wabaId }: { wabaId: string }) => ANSWERS[wabaId];
  const providers = { whatsapp_official: { templates: { list } } } as never;
  await runSync({ sql, secrets, providers, log: createLog("silent") }, { organizationId, id });
  return (await waypost.call("GET", `/v1/templates/sync/${id}`)).body;
}

test("each account that can't be read is named with its reason, and the others are read", async () => {
  const { status, error, created, finished_at } = await sync(null);
  expect({ status, created, finished_at }).toEqual({
    status: "failed",
    created: 1,
    finished_at: expect.any(String),
  });
  expect(error.split("; ")).toEqual([
    "account 61: provider_error: (#200) you do not have permission",
    "account 62: WhatsApp did not respond: the connection was reset",
  ]);
});

test("a sync of one channel reads that channel's account alone", async () => {
  expect(await sync(waypost.channelId)).toMatchObject({
    status: "failed",
    channel_id: waypost.channelId,
    error: "account 61: provider_error: (#200) you do not have permission",
  });
  expect(await sync(other)).toMatchObject({ status: "succeeded", error: null, updated: 0, deleted: 0 });
});

test("a sync that has ended is not done again", async () => {
  const { id } = await sync(other);
  const { sql, secrets, organizationId } = waypost;
  const log = createLog("silent");
  await runSync({ sql, secrets, providers: {}, log }, { organizationId, id });
  expect((await waypost.call("GET", `/v1/templates/sync/${id}`)).body.status).toBe("succeeded");
});
