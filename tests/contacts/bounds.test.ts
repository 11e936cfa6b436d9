/** The limits of a contact or record hold over many requests, not in each alone. */
import { expect, test } from "bun:test";
import type { Answer } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const daemon = sharedDaemon();

const newContact = async (): Promise<string> =>
  (await daemon.call("POST", "/v1/contacts", { email: `${crypto.randomUUID()}@example.com` })).body.id;
const fields = (prefix: string, count: number, size = 1) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${prefix}${n}`, "x".repeat(size)]));
const pathOf = ({ status, body }: Answer) => [status, body.errors?.[0]?.path];

test.each([
  ["name", 500, {}],
  ["external_source", 64, { external_id: "1" }],
  ["external_id", 256, { external_source: "shop" }],
])("%s has at most %d characters", async (field, most, more) => {
  const post = (length: number) =>
    daemon.call("POST", "/v1/contacts", { email: "long@example.com", ...more, [field]: "é".repeat(length) });
  expect((await post(most)).status).toBeLessThan(300);
  expect(pathOf(await post(most + 1))).toEqual([422, `/${field}`]);
});

test("changes of a contact's custom fields stay within 100 keys and 64 KiB together", async () => {
  const path = `/v1/contacts/${await newContact()}`;
  const patch = (custom_fields: object) => daemon.call("PATCH", path, { custom_fields });
  expect((await patch(fields("a", 60))).status).toBe(200);
  const refused = await patch(fields("b", 60));
  expect([refused.status, refused.body.error]).toEqual([
    422,
    "/custom_fields: there would be more than 100 keys or 64 KiB; take some away first",
  ]);
  expect((await patch(fields("b", 40))).status).toBe(200);
  expect((await patch({ a0: null, c: 1 })).status).toBe(200);
  expect((await patch(fields("a", 2, 40_000))).status).toBe(422);
});

test("contacts that are posted again, one by one, stay within the same", async () => {
  const email = "again@example.com";
  const post = (more: object) => daemon.call("POST", "/v1/contacts", { email, ...more });
  expect((await post({ custom_fields: fields("a", 60), tags: Object.keys(fields("t", 60)) })).status).toBe(
    201,
  );
  expect((await post({ custom_fields: fields("b", 60) })).status).toBe(422);
  expect((await post({ tags: Object.keys(fields("u", 60)) })).status).toBe(422);
  expect((await post({ custom_fields: fields("b", 40), tags: Object.keys(fields("u", 40)) })).status).toBe(
    200,
  );
});

test("tags that are added to a contact stay within 100 together", async () => {
  const path = `/v1/contacts/${await newContact()}/tags`;
  const add = (prefix: string, count: number) =>
    daemon.call("POST", path, { names: Object.keys(fields(prefix, count)) });
  expect((await add("a", 60)).status).toBe(201);
  expect(pathOf(await add("b", 60))).toEqual([422, "/tags"]);
  expect((await daemon.call("GET", path)).body.data).toHaveLength(60);
});

test("of notes that are written at once, a contact takes no more than 1,000 together", async () => {
  const id = await newContact();
  await daemon.sql`
    insert into contact_notes (organization_id, contact_id, id, body)
    select ${daemon.organizationId}, ${id}, 'note_' || n, 'x' from generate_series(1, 998) as n`;
  const write = () => daemon.call("POST", `/v1/contacts/${id}/notes`, { body: "one more" });
  const answers = await Promise.all(Array.from({ length: 8 }, write));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, ...Array(6).fill(422)]);
  expect(pathOf(await write())).toEqual([422, "/body"]);
});

test("two contacts that would be too much together are not merged", async () => {
  const [kept, gone] = [await newContact(), await newContact()];
  await daemon.call("PATCH", `/v1/contacts/${kept}`, { custom_fields: fields("a", 60) });
  await daemon.call("PATCH", `/v1/contacts/${gone}`, { custom_fields: fields("b", 60) });
  expect((await daemon.call("POST", `/v1/contacts/${kept}/merge`, { contact_id: gone })).status).toBe(422);
  expect((await daemon.call("GET", `/v1/contacts/${gone}`)).body.id).toBe(gone);
});

test("a record that an import would make too large is refused, and its neighbours are taken", async () => {
  const { body: contact } = await daemon.call("POST", "/v1/contacts", {
    email: "full@example.com",
    custom_fields: fields("a", 100),
  });
  const file = "email,shoe\nfull@example.com,41\nother@example.com,42\n";
  const headers = { "content-type": "text/csv" };
  const { body: made } = await daemon.call("POST", "/v1/contacts/import", file, headers);
  let ended = (await daemon.call("GET", `/v1/contacts/imports/${made.id}`)).body;
  while (ended.status !== "completed") {
    if (ended.status === "failed" || made.id === undefined) throw new Error(JSON.stringify([made, ended]));
    ended = (await daemon.call("GET", `/v1/contacts/imports/${made.id}`)).body;
  }
  expect(ended).toMatchObject({ created: 1, refused: 1 });
  const { body } = await daemon.call("GET", `/v1/contacts/${contact.id}`);
  expect(Object.keys(body.custom_fields)).toHaveLength(100);
});

test("changes of a record's custom fields stay within 100 keys together", async () => {
  const { body } = await daemon.call("POST", "/v1/crm/records", { kind: "company", name: "Acme" });
  const patch = (custom_fields: object) =>
    daemon.call("PATCH", `/v1/crm/records/${body.id}`, { custom_fields });
  expect((await patch(fields("a", 60))).status).toBe(200);
  const refused = await patch(fields("b", 60));
  expect(pathOf(refused)).toEqual([422, "/custom_fields"]);
  expect(refused.body.detail).toContain("more than 100 keys or 16 KiB");
});
