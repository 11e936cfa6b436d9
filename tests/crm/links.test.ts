import { expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { eventsAbout, makeContact } from "./support.ts";

const waypost = sharedDaemon();

const call = (method: string, path: string, body?: object) => waypost.call(method, `/v1/crm/${path}`, body);
const company = async (name: string): Promise<string> =>
  (await call("POST", "records", { kind: "company", name })).body.id;
let number = 7100;
const contact = (name: string) => makeContact(waypost, { phone_number: `+1415555${number++}`, name });
const typesAbout = async (id: string) => (await eventsAbout(waypost, id)).map(([type]) => type);

test("a comment is written, listed and deleted", async () => {
  const id = await contact("Ada");
  const made = await call("POST", `records/${id}/comments`, { body: "Wants a visit" });
  expect([made.status, made.body]).toMatchObject([201, { record_id: id, body: "Wants a visit" }]);
  expect((await call("GET", `records/${id}/comments`)).body.data).toEqual([made.body]);
  expect((await call("DELETE", `records/${id}/comments/${made.body.id}`)).status).toBe(204);
  expect((await call("DELETE", `records/${id}/comments/${made.body.id}`)).status).toBe(404);
  const [, created, deleted] = await eventsAbout(waypost, id);
  const body = { comment_id: made.body.id, object_kind: "contact", display_name: "Ada" };
  expect([created, deleted]).toMatchObject([
    ["crm.comment.created", body],
    ["crm.comment.deleted", body],
  ]);
  expect((await call("POST", "records/rec_none/comments", { body: "x" })).status).toBe(404);
});

test("records of any kind are put on a list once, and taken off", async () => {
  const { id: list } = (await call("POST", "lists", { name: "Wholesale" })).body;
  const ids = [await contact("Bob"), await company("Blue Door")];
  expect((await call("POST", `lists/${list}/entries`, { record_ids: ids })).body.added).toEqual(ids);
  expect((await call("POST", `lists/${list}/entries`, { record_ids: ids })).body.added).toEqual([]);
  const absent = await call("POST", `lists/${list}/entries`, { record_ids: [...ids, "rec_none"] });
  expect(absent.body.errors[0].path).toBe("/record_ids/2");
  const entries = (await call("GET", `lists/${list}/entries`)).body.data;
  expect(entries.map((one: { display_name: string }) => one.display_name)).toEqual(["Blue Door", "Bob"]);
  expect((await call("DELETE", `lists/${list}/entries/${ids[0]}`)).status).toBe(204);
  expect((await call("GET", `lists/${list}`)).body.entries).toBe(1);
  const [, added, removed] = await eventsAbout(waypost, ids[0] ?? "");
  expect([added, removed]).toMatchObject([
    ["crm.list.entry_added", { list_id: list, list_name: "Wholesale", object_kind: "contact" }],
    ["crm.list.entry_removed", { list_id: list, list_name: "Wholesale", object_kind: "contact" }],
  ]);
});

test("a list that is deleted lets its records go", async () => {
  const { id: list } = (await call("POST", "lists", { name: "Old" })).body;
  const id = await company("Kept");
  await call("POST", `lists/${list}/entries`, { record_ids: [id] });
  expect((await call("DELETE", `lists/${list}`)).status).toBe(204);
  expect((await call("GET", `records/${id}`)).status).toBe(200);
  expect(await typesAbout(id)).toEqual([
    "crm.record.created",
    "crm.list.entry_added",
    "crm.list.entry_removed",
  ]);
});

test("two records are linked once, seen from both sides, and unlinked from either", async () => {
  const [person, firm] = [await contact("Cleo"), await company("Firm")];
  const link = { type: "works_at", related_record_id: firm };
  const made = await call("POST", `records/${person}/relationships`, link);
  expect([made.status, (await call("POST", `records/${person}/relationships`, link)).status]).toEqual([
    201, 200,
  ]);
  for (const id of [person, firm])
    expect((await call("GET", `records/${id}/relationships`)).body.data).toEqual([made.body]);
  expect((await call("DELETE", `records/${firm}/relationships/${made.body.id}`)).status).toBe(204);
  const [, linked, unlinked] = await eventsAbout(waypost, person);
  const body = {
    relationship_id: made.body.id,
    type: "works_at",
    related_record_id: firm,
    related_object_kind: "company",
  };
  expect([linked, unlinked]).toMatchObject([
    ["crm.relationship.linked", body],
    ["crm.relationship.unlinked", body],
  ]);
});

test("a record that is deleted is off its lists and linked to nothing, and others stay as they are", async () => {
  const [person, firm, kept] = [await contact("Dan"), await company("Gone"), await company("Kept")];
  const { id: list } = (await call("POST", "lists", { name: "Firms" })).body;
  await call("POST", `lists/${list}/entries`, { record_ids: [firm, kept] });
  for (const id of [firm, kept]) {
    await call("POST", `records/${person}/relationships`, { type: "works_at", related_record_id: id });
    await call("POST", `records/${id}/comments`, { body: "Hello" });
  }
  await call("DELETE", `records/${firm}`);
  expect(await typesAbout(firm)).toEqual([
    "crm.record.created",
    "crm.list.entry_added",
    "crm.comment.created",
    "crm.list.entry_removed",
    "crm.record.deleted",
  ]);
  const unlinked = (await eventsAbout(waypost, person)).at(-1);
  expect(unlinked).toMatchObject([
    "crm.relationship.unlinked",
    { related_record_id: firm, related_object_kind: "company" },
  ]);
  const seen = async (path: string) => (await call("GET", path)).body.data;
  expect(await seen(`lists/${list}/entries`)).toMatchObject([{ record_id: kept }]);
  expect(await seen(`records/${person}/relationships`)).toMatchObject([{ related_record_id: kept }]);
  expect(await seen(`records/${kept}/comments`)).toMatchObject([{ body: "Hello" }]);
});

test("what is said, listed and linked of a contact goes over when it becomes part of another", async () => {
  const [kept, gone, firm] = [await contact("Eve"), await contact("Eve, too"), await company("Firm")];
  const { id: list } = (await call("POST", "lists", { name: "People" })).body;
  await call("POST", `lists/${list}/entries`, { record_ids: [gone] });
  await call("POST", `records/${gone}/comments`, { body: "Hello" });
  for (const id of [kept, gone])
    await call("POST", `records/${id}/relationships`, { type: "works_at", related_record_id: firm });
  await call("POST", `records/${gone}/relationships`, { type: "knows", related_record_id: kept });
  await waypost.sql`select merge_contacts(${waypost.organizationId}, ${kept}, ${gone})`;
  const seen = async (path: string) => (await call("GET", path)).body.data;
  expect(await seen(`records/${kept}/comments`)).toMatchObject([{ body: "Hello" }]);
  expect(await seen(`lists/${list}/entries`)).toMatchObject([{ record_id: kept }]);
  expect(await seen(`records/${firm}/relationships`)).toMatchObject([{ record_id: kept }]);
  // nobody knows themselves
  expect(await seen(`records/${kept}/relationships`)).toMatchObject([{ type: "works_at" }]);
});
