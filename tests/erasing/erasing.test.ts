/** When an erasure begins, who may have one, and that a crash neither loses nor repeats any of it. */
import { expect, test } from "bun:test";
import { eraseContact } from "../../daemon/erasing/erase.ts";
import { incomingFolder } from "../../daemon/media/stores/configured-store.ts";
import { hear } from "../conversations/support.ts";
import { caller } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";

const waypost = sharedDaemon();
const REASON = { reason: "They asked for it." };

let serial = 14155575000;
/** Somebody who wrote; their number, contact and conversation. */
async function somebody() {
  const phone = String(++serial);
  const conversation = await hear(waypost, phone);
  const contact = (await waypost.call("GET", `/v1/contacts/phone/${phone}`)).body.id as string;
  return { phone, conversation, contact };
}
const erase = (contact: string, body: object = {}) =>
  waypost.call("POST", `/v1/contacts/${contact}/erase`, { ...REASON, ...body });
const erasure = async (id: string) => (await waypost.call("GET", `/v1/contacts/erasures/${id}`)).body;

test("an erasure begins in a week, and the contact is there until then", async () => {
  const { contact } = await somebody();
  const { status, body } = await erase(contact);
  expect([status, body.status]).toEqual([202, "waiting"]);
  const days = (Date.parse(body.erase_at) - Date.parse(body.created_at)) / (24 * 3600_000);
  expect(days).toBeCloseTo(7);
  expect((await waypost.call("GET", `/v1/contacts/${contact}`)).status).toBe(200);
});

test("its job does nothing before its time, and all of it then", async () => {
  const { contact, conversation } = await somebody();
  const { id } = (await erase(contact)).body;
  const run = () => eraseContact(dependencies(), { organizationId: waypost.organizationId, id });
  await run();
  expect((await erasure(id)).status).toBe("waiting");
  await waypost.sql`update contact_erasures set erase_at = now() where id = ${id}`;
  await run();
  await until(async () => (await erasure(id)).status === "completed");
  expect((await waypost.call("GET", `/v1/conversations/${conversation}`)).status).toBe(404);
});

test("until it begins it can be cancelled, once", async () => {
  const { contact } = await somebody();
  const { id } = (await erase(contact)).body;
  const cancel = () => waypost.call("POST", `/v1/contacts/erasures/${id}/cancel`);
  expect((await cancel()).body.status).toBe("cancelled");
  expect((await cancel()).body.code).toBe("erasure_begun");
  expect((await erase(contact)).status).toBe(202);
});

test("a contact has one erasure at a time, and can't be deleted, which would keep its messages", async () => {
  const { contact } = await somebody();
  await erase(contact);
  expect((await erase(contact)).body.code).toBe("erasure_open");
  expect((await waypost.call("DELETE", `/v1/contacts/${contact}`)).body.code).toBe("erasure_open");
});

test("who became part of another contact meanwhile is erased as that one", async () => {
  const [one, other] = [await somebody(), await somebody()];
  const { id } = (await erase(one.contact)).body;
  await waypost.call("POST", `/v1/contacts/${other.contact}/merge`, { contact_id: one.contact });
  await waypost.sql`update contact_erasures set erase_at = now() where id = ${id}`;
  await eraseContact(dependencies(), { organizationId: waypost.organizationId, id });
  await until(async () => (await erasure(id)).status === "completed");
  expect((await waypost.call("GET", `/v1/contacts/${other.contact}`)).status).toBe(404);
});

test("a key without contacts:erase can't", async () => {
  const { contact } = await somebody();
  const { key } = (
    await waypost.call("POST", "/v1/api-keys", { name: "Desk", permissions: ["contacts:write"] })
  ).body;
  const answer = await caller(waypost.url, key)("POST", `/v1/contacts/${contact}/erase`, REASON);
  expect([answer.status, answer.body.code]).toEqual([403, "missing_permission"]);
});

test("a message whose call is out keeps its content until the result is known", async () => {
  const { contact, conversation } = await somebody();
  const { id: message } = (
    await waypost.call("POST", "/v1/messages", {
      ...{ conversation_id: conversation, type: "text", content: { body: "On its way" } },
      scheduled_at: new Date(Date.now() + 3600_000).toISOString(),
    })
  ).body;
  await waypost.sql`update lane_items set state = 'sending' where item_id = ${message}`;
  const { id } = (await erase(contact, { at_once: true })).body;
  await until(async () => (await erasure(id)).erased.messages === 1);
  const shown = async () =>
    (await waypost.sql`select content from messages where id = ${message}`)[0]?.content;
  expect(await shown()).toContain("On its way");
  await waypost.sql`delete from lane_items where item_id = ${message}`;
  await until(async () => (await erasure(id)).status === "completed");
  expect(await shown()).toBe("{}");
});

test("after a crash it goes on where it was", async () => {
  const { contact, conversation } = await somebody();
  const { id } = (await erase(contact)).body;
  await waypost.sql`
    insert into media (organization_id, id, channel_id, message_id, kind, status)
    select organization_id, 'med_of_the_crash', channel_id, id, 'image', 'stored' from messages
    where conversation_id = ${conversation}`;
  await waypost.sql`update contact_erasures set erase_at = now() where id = ${id}`;
  const key = { organizationId: waypost.organizationId, id };
  const broken = {
    ...dependencies(),
    store: { ...dependencies().store, remove: () => Promise.reject(new Error("full")) },
  };
  expect(eraseContact(broken, key)).rejects.toThrow("full");
  await until(async () => (await erasure(id)).status === "running");
  await eraseContact(dependencies(), key);
  await until(async () => (await erasure(id)).status === "completed");
  expect((await erasure(id)).erased).toMatchObject({ messages: 1, files: 1 });
});

/** What the daemon gives the job. */
function dependencies() {
  const removed: string[] = [];
  return {
    sql: waypost.sql,
    incoming: incomingFolder(waypost.config),
    store: {
      put: () => Promise.resolve(),
      open: () => Promise.resolve(null),
      remove: async (name: string) => void removed.push(name),
    },
    templates: { find: async () => null },
  };
}
