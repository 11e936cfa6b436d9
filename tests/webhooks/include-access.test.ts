/** Who may have an endpoint whose events carry messages and contacts, and who sees what was posted. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { INCLUDABLE } from "../../daemon/events/records/include.ts";
import { FORMS } from "../../daemon/fronts/forms.ts";
import { newId } from "../../daemon/lib/ids.ts";
import { MOST_FILE_BYTES } from "../../daemon/webhooks/forms/file-data.ts";
import type { EndpointForm } from "../../daemon/webhooks/forms/form.ts";
import { permissionsFor } from "../../daemon/webhooks/forms/include.ts";
import { endAccessBeyond } from "../../db/auth/access.ts";
import { startRoutesFixture } from "./routes-fixture.ts";

let fixture: Awaited<ReturnType<typeof startRoutesFixture>>;
const organizationId = newId("org");
const ENDPOINT = { url: "https://93.184.216.34/hook" };
const RIGHTS = ["webhooks:manage", "messages:read", "contacts:read"];

beforeAll(async () => {
  fixture = await startRoutesFixture({ forms: FORMS.map(({ verify: _, ...form }) => form) });
});
afterAll(() => fixture.stop());

const as = async (permissions: string[]) => fixture.client(await fixture.key(organizationId, permissions));

test("an endpoint shows what its events carry; nothing, unless it was asked for", async () => {
  const call = await as(RIGHTS);
  expect((await call("POST", "/endpoints", ENDPOINT)).body.include).toBeNull();
  const { body } = await call("POST", "/endpoints", { ...ENDPOINT, include: ["message", "contact"] });
  expect(body.include).toEqual(["message", "contact"]);
  const path = `/endpoints/${body.id}`;
  expect((await call("PATCH", path, { include: ["contact"] })).body.include).toEqual(["contact"]);
  expect((await call("PATCH", path, { description: "Desk" })).body.include).toEqual(["contact"]);
  expect((await call("PATCH", path, { include: [] })).body.include).toBeNull();
});

test("a record that there is not is refused", async () => {
  const call = await as(RIGHTS);
  expect((await call("POST", "/endpoints", { ...ENDPOINT, include: ["password"] })).status).toBe(422);
});

test("files come inside the message: without it they are refused, but where a form has it anyway", async () => {
  const call = await as(RIGHTS);
  const files = { ...ENDPOINT, include: ["files"] };
  const refused = await call("POST", "/endpoints", files);
  expect(refused).toMatchObject({
    status: 422,
    body: { detail: expect.stringContaining("include message, too") },
  });
  const { body } = await call("POST", "/endpoints", { ...files, include: ["files", "message"] });
  expect((await call("PATCH", `/endpoints/${body.id}`, { include: ["files"] })).status).toBe(422);
  expect((await call("POST", "/endpoints", { ...files, format: "waha" })).status).toBe(201);
});

test("how many bytes of files an event carries is kept as it is given, up to 5 MiB", async () => {
  const call = await as(RIGHTS);
  const { body } = await call("POST", "/endpoints", { ...ENDPOINT, file_bytes: MOST_FILE_BYTES });
  expect(body.file_bytes).toBe(MOST_FILE_BYTES);
  const path = `/endpoints/${body.id}`;
  expect((await call("PATCH", path, { file_bytes: MOST_FILE_BYTES + 1 })).status).toBe(422);
  expect((await call("PATCH", path, { file_bytes: null })).body.file_bytes).toBeNull();
});

test.each([
  ["message", "messages:read"],
  ["contact", "contacts:read"],
])("%s needs %s, whoever made the endpoint", async (record, permission) => {
  const call = await as(RIGHTS.filter((one) => one !== permission));
  const refused = await call("POST", "/endpoints", { ...ENDPOINT, include: [record] });
  expect(refused).toMatchObject({ status: 403, body: { code: "missing_permission", permission } });
  const own = await call("POST", "/endpoints", ENDPOINT);
  expect((await call("PATCH", `/endpoints/${own.body.id}`, { include: [record] })).status).toBe(403);
  const others = await (await as(RIGHTS))("POST", "/endpoints", { ...ENDPOINT, include: [record] });
  const moved = { url: "https://93.184.216.34/mine" };
  expect((await call("PATCH", `/endpoints/${others.body.id}`, moved)).status).toBe(403);
});

test.each([
  ...Object.entries(INCLUDABLE).map(([record, permission]) => [permission, { include: [record] }] as const),
  ...FORMS.flatMap(({ name }) => Object.values(INCLUDABLE).map((one) => [one, { format: name }] as const)),
])("without %s an endpoint with %j ends, and only such", async (permission, more) => {
  const call = await as(RIGHTS);
  const carrying = (await call("POST", "/endpoints", { ...ENDPOINT, ...more })).body;
  const plain = (await call("POST", "/endpoints", ENDPOINT)).body;
  const left = { permissions: RIGHTS.filter((one) => one !== permission), roles: [] };
  await fixture.sql.begin((one) => endAccessBeyond(one, organizationId, String(carrying.created_by), left));
  expect((await call("GET", `/endpoints/${carrying.id}`)).body.enabled).toBe(false);
  expect((await call("GET", `/endpoints/${plain.id}`)).body.enabled).toBe(true);
});

test.each(FORMS.map((form) => [form.name, form] as const))(
  "%s needs all that ending access takes it to need",
  (_, form) => {
    expect(permissionsFor(form, null).toSorted()).toEqual(Object.values(INCLUDABLE).toSorted());
  },
);

test("an endpoint belongs to the key that gave it what its events carry", async () => {
  const [maker, other] = [await as(RIGHTS), await as(RIGHTS)];
  const { body } = await maker("POST", "/endpoints", ENDPOINT);
  const path = `/endpoints/${body.id}`;
  expect((await other("PATCH", path, { description: "Desk" })).body.created_by).toBe(body.created_by);
  const changed = await other("PATCH", path, { include: ["message"] });
  expect(changed.body.created_by).not.toBe(body.created_by);
});

test("whoever gets files or what a message answers needs the right to read messages", () => {
  const form = (needs: EndpointForm["needs"]) => ({ name: "other", types: null, needs, write: () => null });
  expect(permissionsFor(form(["files"]), null)).toEqual(["messages:read"]);
  expect(permissionsFor(form(["answered"]), null)).toEqual(["messages:read"]);
});

test("what was posted is shown to those alone who may read what it carries", async () => {
  const call = await as(RIGHTS);
  const { id } = (await call("POST", "/endpoints", ENDPOINT)).body;
  const sent = (await call("POST", `/endpoints/${id}/test`, {})).body;
  const request = { body: '{"message":"secret"}' };
  await fixture.sql`
    insert into delivery_requests (organization_id, id, request, as_of)
    values (${organizationId}, ${String(sent.id)}, ${JSON.stringify(request)}, now())`;
  expect((await call("GET", `/deliveries/${sent.id}`)).body).toMatchObject({ request });
  const other = await as(["webhooks:manage"]);
  expect((await other("GET", `/deliveries/${sent.id}`)).body.request).toBeNull();
});

test.each([
  ["waypost", true],
  ["waha", false],
])(
  "what was posted is shown with the headers that %s signs: Standard Webhooks' are %p",
  async (format, has) => {
    const call = await as(RIGHTS);
    const { id } = (await call("POST", "/endpoints", { ...ENDPOINT, format })).body;
    const sent = (await call("POST", `/endpoints/${id}/test`, {})).body;
    await fixture.sql`
    insert into delivery_requests (organization_id, id, request, as_of)
    values (${organizationId}, ${String(sent.id)}, '{"body":"{}"}', now())`;
    const { request } = (await call("GET", `/deliveries/${sent.id}`)).body as {
      request: { headers: object };
    };
    expect("webhook-id" in request.headers).toBe(has);
  },
);
