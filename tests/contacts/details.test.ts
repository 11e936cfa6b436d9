/** Notes, tags, consents, suppressions and settings of contacts; all answers as the OpenAPI document has them. */
import { beforeAll, expect, test } from "bun:test";
import { type ApiDocument, createComplaints } from "../http/openapi-document.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();
let document: ApiDocument;
let complaints: ReturnType<typeof createComplaints>;
beforeAll(async () => {
  document = (await (await fetch(`${waypost.url}/openapi.json`)).json()) as ApiDocument;
  complaints = createComplaints(document);
});

/** Calls and compares the answer with what the document says of its status. */
async function answered(method: string, template: string, address: string, body?: unknown) {
  const answer = await waypost.call(method, address, body);
  const described = document.paths[template]?.[method.toLowerCase()]?.responses[String(answer.status)];
  expect({ method, template, status: answer.status, described: described !== undefined }).toMatchObject({
    described: true,
  });
  const schema = described?.content?.["application/json"]?.schema;
  if (answer.status !== 204)
    expect({ template, complaints: schema ? complaints(schema, answer.body) : "no schema" }).toEqual({
      template,
      complaints: null,
    });
  return answer;
}

test("notes are written and read page by page, newest first", async () => {
  const { body: contact } = await answered("POST", "/v1/contacts", "/v1/contacts", {
    email: "n@example.com",
  });
  const path = `/v1/contacts/${contact.id}/notes`;
  for (const body of ["one", "two", "three"]) {
    const note = await answered("POST", "/v1/contacts/{id}/notes", path, { body });
    expect([note.status, note.body.author]).toEqual([201, expect.stringMatching(/^key_/)]);
  }
  const first = await answered("GET", "/v1/contacts/{id}/notes", `${path}?limit=2`);
  const second = await answered(
    "GET",
    "/v1/contacts/{id}/notes",
    `${path}?cursor=${first.body.meta.next_cursor}`,
  );
  const bodies = [...first.body.data, ...second.body.data].map((note: { body: string }) => note.body);
  expect(bodies).toEqual(["three", "two", "one"]);
  expect((await answered("POST", "/v1/contacts/{id}/notes", path, { body: "" })).status).toBe(422);
});

test("a note with an idempotency key is written once", async () => {
  const { body: contact } = await waypost.call("POST", "/v1/contacts", { email: "once@example.com" });
  const path = `/v1/contacts/${contact.id}/notes`;
  const headers = { "idempotency-key": "note-1" };
  const first = await waypost.call("POST", path, { body: "once" }, headers);
  const second = await waypost.call("POST", path, { body: "once" }, headers);
  expect(second.body).toEqual(first.body);
  expect((await waypost.call("GET", path)).body.data.length).toBe(1);
});

test("tags are given one by one or together, each once, and taken away", async () => {
  const { body: contact } = await waypost.call("POST", "/v1/contacts", { email: "t@example.com" });
  const path = `/v1/contacts/${contact.id}/tags`;
  const named = async () =>
    (await answered("GET", "/v1/contacts/{id}/tags", path)).body.data.map(
      (tag: { name: string }) => tag.name,
    );
  expect((await answered("POST", "/v1/contacts/{id}/tags", path, { name: "b" })).status).toBe(201);
  await answered("POST", "/v1/contacts/{id}/tags", path, { names: ["a", "b", "süß & 100%/2"] });
  expect(await named()).toEqual(["a", "b", "süß & 100%/2"]);
  expect((await waypost.call("GET", `/v1/contacts/${contact.id}`)).body).toMatchObject({
    tags: ["a", "b", "süß & 100%/2"],
    version: 3,
  });
  const remove = (name: string) =>
    answered("DELETE", "/v1/contacts/{id}/tags/{name}", `${path}/${encodeURIComponent(name)}`);
  expect((await remove("süß & 100%/2")).status).toBe(204);
  expect((await remove("süß & 100%/2")).status).toBe(404);
  expect(await named()).toEqual(["a", "b"]);
  expect((await answered("POST", "/v1/contacts/{id}/tags", path, {})).status).toBe(422);
});

test("consents and suppressions are written, listed, replaced and lifted", async () => {
  const { body: contact } = await waypost.call("POST", "/v1/contacts", { email: "c@example.com" });
  const path = `/v1/contacts/${contact.id}`;
  const consent = (channel: string, body: object) =>
    answered("PUT", "/v1/contacts/{id}/consent/{channel}", `${path}/consent/${channel}`, body);
  await consent("email", { state: "granted", source: "form", proof: "https://example.com/1" });
  await consent("email", { state: "denied" });
  await consent("voice", { state: "unknown", expires_at: "2030-01-01T00:00:00Z" });
  expect((await consent("telegraph", { state: "granted" })).status).toBe(422);
  expect((await consent("email", { state: "maybe" })).status).toBe(422);
  const consents = await answered("GET", "/v1/contacts/{id}/consents", `${path}/consents`);
  expect(consents.body.data).toMatchObject([
    { channel: "email", state: "denied", source: null },
    { channel: "voice", state: "unknown", expires_at: "2030-01-01T00:00:00.000Z" },
  ]);

  const suppress = (body: object) =>
    answered("POST", "/v1/contacts/{id}/suppressions", `${path}/suppressions`, body);
  expect((await suppress({ channel: "email", reason: "bounced" })).status).toBe(201);
  await suppress({ channel: "email", reason: "complained" });
  const listed = await answered("GET", "/v1/contacts/{id}/suppressions", `${path}/suppressions`);
  expect(listed.body.data).toMatchObject([{ channel: "email", reason: "complained", until: null }]);
  const lift = () =>
    answered("DELETE", "/v1/contacts/{id}/suppressions/{channel}", `${path}/suppressions/email`);
  expect([(await lift()).status, (await lift()).status]).toEqual([204, 404]);
});

test("every other answer about contacts is as described, too", async () => {
  const { body: contact } = await waypost.call("POST", "/v1/contacts", { phone_number: "+14155564001" });
  const id = "/v1/contacts/{id}";
  await answered("POST", "/v1/contacts", "/v1/contacts", { phone_number: "+14155564001", name: "P" });
  await answered("POST", "/v1/contacts", "/v1/contacts", { name: "nobody" });
  await answered("GET", "/v1/contacts", "/v1/contacts?q=p&limit=2");
  await answered("GET", id, `/v1/contacts/${contact.id}`);
  await answered("GET", "/v1/contacts/phone/{phone}", "/v1/contacts/phone/14155564001");
  await answered("GET", "/v1/contacts/phone/{phone}", "/v1/contacts/phone/1");
  await answered("PATCH", id, `/v1/contacts/${contact.id}`, { email: "p@example.com" });
  await answered("GET", `${id}/identities`, `/v1/contacts/${contact.id}/identities`);
  await answered("GET", `${id}/history`, `/v1/contacts/${contact.id}/history`);
  const { body: other } = await waypost.call("POST", "/v1/contacts", { email: "q@example.com" });
  await answered("POST", `${id}/merge`, `/v1/contacts/${contact.id}/merge`, { contact_id: other.id });
  await answered("POST", "/v1/contacts/lookup", "/v1/contacts/lookup", {
    identifiers: [{ type: "email", value: "q@example.com" }],
  });
  await answered("DELETE", id, `/v1/contacts/${contact.id}`);
  await answered("GET", id, `/v1/contacts/${contact.id}`);
  await answered("GET", "/v1/settings/contacts", "/v1/settings/contacts");
});

test("the default country is set, and only to a country", async () => {
  const settings = (body: object) => waypost.call("PATCH", "/v1/settings/contacts", body);
  expect((await settings({ default_country: "GB" })).body.default_country).toBe("GB");
  const { body } = await waypost.call("POST", "/v1/contacts", { phone_number: "07911 123456" });
  expect(body.phone_number).toBe("+447911123456");
  expect((await settings({ default_country: "XX" })).body.errors[0].path).toBe("/default_country");
  expect((await settings({ default_country: null })).body.default_country).toBeNull();
  expect((await waypost.call("POST", "/v1/contacts", { phone_number: "07911 123456" })).status).toBe(422);
});
