/** The form in which an endpoint gets its events, as the API takes and shows it. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { newId } from "../../daemon/lib/ids.ts";
import type { EndpointForm } from "../../daemon/webhooks/forms/form.ts";
import { startRoutesFixture } from "./routes-fixture.ts";

/** A product that has messages alone, and asks an address for a word before it posts there. */
const OTHER: EndpointForm = {
  name: "other",
  types: ["message.new", "message.sent"],
  needs: ["message"],
  write: ({ text }) => ({ body: text }),
  async verify({ url, token, ask }) {
    const answer = await ask(`${url}?token=${token}`);
    return answer?.body === "welcome" ? null : "the receiver does not know the token";
  },
};

let fixture: Awaited<ReturnType<typeof startRoutesFixture>>;
let call: ReturnType<typeof fixture.client>;
let organizationId: string;
const receiver = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: ({ url, method }) =>
    new Response(method === "GET" && new URL(url).searchParams.get("token") === "open" ? "welcome" : "no"),
});
const URL_HERE = `http://127.0.0.1:${receiver.port}/hook`;

beforeAll(async () => {
  fixture = await startRoutesFixture({ forms: [OTHER], allowed: ["127.0.0.0/8"] });
  organizationId = newId("org");
  call = fixture.client(await fixture.key(organizationId, ["webhooks:manage", "messages:read"]));
});

afterAll(async () => {
  await receiver.stop(true);
  await fixture.stop();
});

const create = (body: object) => call("POST", "/endpoints", { url: URL_HERE, ...body });

test("an endpoint gets events in Waypost's own form unless it names another", async () => {
  expect((await create({})).body).toMatchObject({ format: "waypost", filterTypes: null });
});

test("the settings list the forms, and a form that there is not is refused with them", async () => {
  expect((await call("GET", "/")).body).toMatchObject({
    formats: [
      { name: "waypost", verifies: false },
      { name: "other", verifies: true },
    ],
  });
  const { status, body } = await create({ format: "telex" });
  expect([status, body.detail]).toEqual([
    422,
    '/format: there is no form "telex"; the forms are waypost, other',
  ]);
});

test("a form's endpoint gets the events that the form has, and no others", async () => {
  const { body } = await create({ format: "other", verify_token: "open" });
  expect(body).toMatchObject({ format: "other", filterTypes: ["message.new", "message.sent"] });
  const all = await call("PATCH", `/endpoints/${body.id}`, { filterTypes: null });
  expect(all.body.filterTypes).toEqual(["message.new", "message.sent"]);
  const wrong = await call("PATCH", `/endpoints/${body.id}`, { filterTypes: ["contact.updated"] });
  expect(wrong.body.detail).toBe(
    "/filterTypes/0: the form other has no contact.updated; it has message.new, message.sent",
  );
});

test("an address is verified when an endpoint gets it, by a token that is not shown", async () => {
  const refused = await create({ format: "other", verify_token: "closed" });
  expect([refused.status, refused.body.detail]).toEqual([422, "/url: the receiver does not know the token"]);
  const { body } = await create({ format: "other", verify_token: "open" });
  expect(body).not.toHaveProperty("verify_token");
  const moved = { url: `${URL_HERE}/2` };
  expect((await call("PATCH", `/endpoints/${body.id}`, moved)).status).toBe(422);
  expect((await call("PATCH", `/endpoints/${body.id}`, { ...moved, verify_token: "open" })).status).toBe(200);
  const noted = await fixture.sql`select changes from audit_log where organization_id = ${organizationId}`;
  expect(JSON.stringify(noted)).not.toContain("verify_token");
});
