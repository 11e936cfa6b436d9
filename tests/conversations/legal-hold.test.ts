/** A conversation under a legal hold keeps what is in it: beyond every retention, against erasing, and when it is merged. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { eraseContact } from "../../daemon/erasing/erase.ts";
import { createFolderStore } from "../../daemon/media/stores/folder-store.ts";
import { sweepMedia } from "../../daemon/media/stores/sweep.ts";
import { mergeContacts } from "../../db/contacts/contacts.ts";
import { dropExpired, makePartitions } from "../../db/maintenance/maintenance.ts";
import { startParties } from "../access/parties.ts";
import type { Party } from "../access/things.ts";
import { agedFile, agedMessage, daysAgo } from "../organizations/aged.ts";
import type { OwnDaemon } from "../support/daemon.ts";
import { forgetBefore } from "../support/forget-before.ts";
import { testHome } from "../support/home.ts";
import { hear } from "./support.ts";

let daemon: OwnDaemon;
let own: Party;

beforeAll(async () => {
  ({ daemon, own } = await startParties());
});
afterAll(() => daemon.stop());

let numbers = 14155560000;
/** A conversation with somebody new. */
const newConversation = () => hear(daemon, String(++numbers));
const hold = (id: string) => own.call("PUT", `/v1/conversations/${id}/legal_hold`, { reason: "Case 114" });
const release = (id: string) => own.call("DELETE", `/v1/conversations/${id}/legal_hold`);
const forget = () => forgetBefore(daemon.sql, own.organizationId, daysAgo(5));

async function contactOf(id: string): Promise<string> {
  return (await own.call("GET", `/v1/conversations/${id}`)).body.contact_id;
}

/** How many rows there are of a message: itself, its attempt, its provider's id. */
async function rowsOf(message: string): Promise<number[]> {
  const [row] = await daemon.sql<[Record<string, number>]>`
    select (select count(*) from messages where id = ${message})::integer as messages,
      (select count(*) from message_attempts where message_id = ${message})::integer as attempts,
      (select count(*) from provider_messages where message_id = ${message})::integer as names`;
  return Object.values(row);
}

async function sweep(): Promise<void> {
  const { sql, organizationId } = own;
  await sql`update organizations set retention_days = 5 where organization_id = ${organizationId}`;
  const store = { remove: async () => {} } as unknown as Parameters<typeof sweepMedia>[0]["store"];
  await sweepMedia({ sql, store, incoming: testHome() }, { retentionDays: 90 });
  await sql`update organizations set retention_days = null where organization_id = ${organizationId}`;
}

const isThere = async (file: string) => (await daemon.sql`select from media where id = ${file}`).length === 1;

test("it says since when, by whom and why, until it is released", async () => {
  const id = await newConversation();
  const { body } = await hold(id);
  expect(body.legal_hold).toEqual({
    ...{ since: expect.stringMatching(/Z$/), by: expect.stringMatching(/^key_/), reason: "Case 114" },
  });
  await own.call("PUT", `/v1/conversations/${id}/legal_hold`, { reason: "Case 115" });
  const again = (await own.call("GET", `/v1/conversations/${id}`)).body.legal_hold;
  expect(again).toEqual({ ...body.legal_hold, reason: "Case 115" });
  expect((await release(id)).body.legal_hold).toBeNull();
  expect((await release(id)).status).toBe(200);
  const { data } = (await own.call("GET", `/v1/audit?target_id=${id}`)).body;
  expect(data.map(({ action }: { action: string }) => action)).toEqual([
    "legal_hold.released",
    "legal_hold.placed",
    "legal_hold.placed",
  ]);
});

test("a retention leaves its messages, and says that it would; once it is released they go", async () => {
  const [held, other] = [await newConversation(), await newConversation()];
  const [kept, gone] = [await agedMessage(own, 20, held), await agedMessage(own, 20, other)];
  await hold(held);
  const wish = { messages: 10, files: null, events: null, logs: null, channels: {} };
  const { data } = (await own.call("POST", "/v1/settings/retention/preview", wish)).body;
  expect(data).toMatchObject([{ kind: "messages", count: 1 }]);
  await forget();
  expect([await rowsOf(kept), await rowsOf(gone)]).toEqual([
    [1, 1, 1],
    [0, 0, 0],
  ]);
  await release(held);
  await forget();
  expect(await rowsOf(kept)).toEqual([0, 0, 0]);
});

test("the files that came with its messages stay, and those that were sent in it; nobody deletes them", async () => {
  const id = await newConversation();
  const message = await agedMessage(own, 20, id);
  const [came, sent] = [await agedFile(own, 20, own.channelId, message), await agedFile(own, 20, null)];
  const others = [
    await agedFile(own, 20, own.channelId, await agedMessage(own, 20)),
    await agedFile(own, 20, null),
  ];
  await daemon.sql`update messages set content = ${JSON.stringify({ media_id: sent })} where id = ${message}`;
  await hold(id);
  await sweep();
  expect(await Promise.all([came, sent, ...others].map(isThere))).toEqual([true, true, false, false]);
  for (const file of [came, sent])
    expect((await own.call("DELETE", `/v1/media/${file}`)).body.code).toBe("legal_hold");
  await release(id);
  await sweep();
  expect(await Promise.all([came, sent].map(isThere))).toEqual([false, false]);
});

test("a partition that is past its retention stays for it alone, and is dropped once it is released", async () => {
  const id = await newConversation();
  const [kept, gone] = [await agedMessage(own, 200, id), await agedMessage(own, 200)];
  const later = await agedMessage(own, 150);
  await hold(id);
  const dropped = async () =>
    (await dropExpired(daemon.sql, 90)).dropped.filter((name) => name.includes("message"));
  await dropped();
  expect(await Promise.all([kept, gone, later].map(rowsOf))).toEqual([
    [1, 1, 1],
    [0, 0, 0],
    [0, 0, 0],
  ]);
  await release(id);
  expect(await dropped()).toHaveLength(2);
  expect(await rowsOf(kept)).toEqual([0, 0, 0]);
  await makePartitions(daemon.sql);
});

test("its person is not erased: a request is refused, and one from before waits", async () => {
  const id = await newConversation();
  const contact = await contactOf(id);
  const planned = (await own.call("POST", `/v1/contacts/${contact}/erase`, { reason: "They asked." })).body;
  await hold(id);
  const asked = await own.call("POST", `/v1/contacts/${contact}/erase`, {
    reason: "They asked.",
    at_once: true,
  });
  expect([asked.status, asked.body.code]).toEqual([409, "legal_hold"]);
  await daemon.sql`update contact_erasures set erase_at = now() - interval '1 second' where id = ${planned.id}`;
  await erase(planned.id);
  expect(await statusOf(planned.id)).toBe("waiting");
  const [job] = await daemon.sql<{ minutes: number }[]>`
    select extract(epoch from run_at - now())::integer / 60 as minutes from graphile_worker.jobs
    where key = ${`erase_contact:${planned.id}`}`;
  expect(job?.minutes).toBeGreaterThan(10);
  await release(id);
  await erase(planned.id);
  expect(await statusOf(planned.id)).not.toBe("waiting");
});

const statusOf = async (erasure: string) =>
  (await own.call("GET", `/v1/contacts/erasures/${erasure}`)).body.status;

async function erase(id: string): Promise<void> {
  const store = createFolderStore(testHome());
  const dependencies = {
    sql: daemon.sql,
    store,
    incoming: testHome(),
    templates: { find: async () => null },
  };
  await eraseContact(dependencies, { organizationId: own.organizationId, id });
}

test("nor is who wrote in a group that is under one", async () => {
  const [group, person] = [await newConversation(), await newConversation()];
  const phone = (await own.call("GET", `/v1/conversations/${person}`)).body.contact.phone_number as string;
  const participant = `${phone.slice(1)}@s.whatsapp.net`;
  const message = await agedMessage(own, 1, group);
  await daemon.sql`update messages set participant = ${participant} where id = ${message}`;
  await daemon.sql`
    insert into contact_identities (organization_id, type, source, value, contact_id)
    values (${own.organizationId}, 'group', '', 'a group', ${await contactOf(group)})`;
  const ask = async () =>
    (await own.call("POST", `/v1/contacts/${await contactOf(person)}/erase`, { reason: "They asked." }))
      .status;
  await hold(group);
  expect(await ask()).toBe(409);
  await release(group);
  expect(await ask()).toBe(202);
});

test("two conversations that become one are under the hold of either", async () => {
  const [kept, gone] = [await newConversation(), await newConversation()];
  await hold(gone);
  await mergeContacts(daemon.sql, own.organizationId, await contactOf(kept), await contactOf(gone));
  expect((await own.call("GET", `/v1/conversations/${gone}`)).body).toMatchObject({
    ...{ id: kept, legal_hold: { reason: "Case 114" } },
  });
});
