/** What is kept of Meta's answers to a submission and a deletion, and which channel an event names. */
import { expect, test } from "bun:test";
import { COMMAND } from "../../daemon/auth/audit.ts";
import { SANDBOX_DEFAULTS } from "../../daemon/sandbox/graph/defaults.ts";
import { submitTemplate } from "../../daemon/templates/submit.ts";
import { getTemplate } from "../../db/templates/templates.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { eventually } from "../support/until.ts";
import { control, definition } from "./support.ts";

const waypost = sharedDaemon();

const create = async (name: string): Promise<string> =>
  (await waypost.call("POST", "/v1/templates", { channel_id: waypost.channelId, ...definition(name) })).body
    .id;
const call = (method: string, id: string) => waypost.call(method, `/v1/templates/${id}`);
async function approved(name: string): Promise<string> {
  const id = await create(name);
  expect((await waypost.call("POST", `/v1/templates/${id}/submit`)).status).toBe(202);
  await eventually("approval", async () => (await call("GET", id)).body.status === "approved");
  return id;
}

test("a template that was deleted at Meta is deleted here, too", async () => {
  const id = await approved("deleted_there");
  const { accessToken, phoneNumber } = SANDBOX_DEFAULTS;
  const there = `${waypost.sandbox.graphUrl}/${phoneNumber.wabaId}/message_templates?name=deleted_there`;
  const deleted = await fetch(there, {
    method: "DELETE",
    headers: { authorization: `Bearer ${accessToken}` },
  });
  expect(deleted.status).toBe(200);
  expect((await call("DELETE", id)).status).toBe(204);
});

test("a template that Meta does not delete stays here", async () => {
  const id = await approved("kept_there");
  await control(waypost, "limits", { calls: 0, minutes: 2 });
  const refused = await call("DELETE", id);
  await control(waypost, "limits", { calls: null });
  expect(refused.status).toBe(429);
  expect((await call("GET", id)).status).toBe(200);
});

test.each([
  ["MARKETING", "MARKETING"],
  [null, "UTILITY"],
])("of a submission that Meta answers with the category %p, the template is %s", async (answered, kept) => {
  const id = await create(`answered_${kept.toLowerCase()}`);
  const template = await getTemplate(waypost.sql, waypost.organizationId, id, null);
  if (template === null) throw new Error("there is no template");
  const submit = async () => ({
    kind: "done",
    value: { providerId: `9${kept}`, status: "pending", category: answered },
  });
  const providers = { whatsapp_official: { templates: { submit }, isSandbox: false } } as never;
  const { sql, secrets, organizationId } = waypost;
  const who = { ...COMMAND, organizationId };
  await submitTemplate({ sql, secrets, providers, openFile: async () => null }, who, template);
  expect((await call("GET", id)).body).toMatchObject({ status: "pending", category: kept });
});

test("a template of a channel that is unknown is refused by the field that names it", async () => {
  const body = { channel_id: "ch_unknown", ...definition("of_nobody") };
  const { status, body: refused } = await waypost.call("POST", "/v1/templates", body);
  expect([status, refused.code, refused.errors]).toEqual([
    422,
    "channel_not_found",
    [{ path: "/channel_id", message: "no such channel" }],
  ]);
});

test("the event of a template names a channel of its account, of several the first that is left", async () => {
  const { sql, channelId } = waypost;
  const [row] = await sql`select * from channels where id = ${channelId}`;
  // what the database makes of the others can't be given
  const { graph_phone_number_id: _number, graph_account_id: _account, ...channel } = row ?? {};
  const copy = (id: string, more: object) =>
    sql`insert into channels ${sql({ ...channel, id, phone_number_id: id, proven_at: null, ...more })}`;
  await copy("ch_0", { waba_id: "another" });
  await copy("ch_1", { deleted_at: new Date() });
  const id = await approved("of_several");
  const told = await sql`
    select channel_id from events where type = 'template.status_update' and body::json ->> 'template_id' = ${id}`;
  expect(told.map(({ channel_id }) => channel_id)).toEqual([channelId, channelId]);
});
