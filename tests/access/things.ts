/** One of everything an organisation can have, made as its clients make it. */
import { newId } from "../../daemon/lib/ids.ts";
import { insertUser } from "../../db/auth/users.ts";
import { insertChannel } from "../../db/channels/channels.ts";
import type { Sql } from "../../db/connection/client.ts";
import type { caller } from "../support/daemon.ts";
import { until } from "../support/until.ts";

/** An organisation with a channel, and a caller that may do everything in it. */
export type Party = {
  sql: Sql;
  organizationId: string;
  channelId: string;
  call: ReturnType<typeof caller>;
};

export type Things = ReturnType<typeof createThings>;
export type Kind = keyof Things;

/** Nobody listens there. */
const URL_OF_NOBODY = "http://127.0.0.1:9/";
const TOMORROW = () => new Date(Date.now() + 24 * 3600_000).toISOString();
let numbers = 0;
const unused = () => `1415${String(5_550_000 + numbers++)}`;

/** Makes new things of an organisation; each answers with the id. */
export function createThings({ sql, organizationId, channelId, call }: Party) {
  async function made(path: string, body: unknown, field = "id"): Promise<string> {
    const answer = await call("POST", path, body);
    if (answer.status >= 300)
      throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`);
    return answer.body[field];
  }
  const message = () =>
    made("/v1/messages", {
      ...{ channel_id: channelId, to: unused(), type: "text", content: { body: "Hello" } },
      scheduled_at: TOMORROW(),
    });
  const record = () => made("/v1/crm/records", { kind: "company", name: "Blue Door Café" });
  const endpoint = () => made("/v1/settings/developer/webhooks/endpoints", { url: URL_OF_NOBODY });
  const test = async (field: string) =>
    made(`/v1/settings/developer/webhooks/endpoints/${await endpoint()}/test`, {}, field);
  const list = () => made("/v1/crm/lists", { name: `List ${numbers++}` });

  return {
    async ch() {
      const id = newId("ch");
      await insertChannel(sql, {
        ...{ organization_id: organizationId, id, name: "Spare", settings: {} },
        ...{
          platform: "whatsapp_official",
          status: "connected",
          phone_number_id: String(900_000 + numbers++),
        },
      });
      return id;
    },
    tpl: () =>
      made("/v1/templates", {
        ...{ channel_id: channelId, name: `template_${numbers++}`, language: "en_US", category: "UTILITY" },
        components: [{ type: "BODY", text: "Ready." }],
      }),
    syn: () => made("/v1/templates/sync", { channel_id: channelId }),
    msg: message,
    async cv() {
      return (await call("GET", `/v1/messages/${await message()}`)).body.conversation_id as string;
    },
    ct: () => made("/v1/contacts", { phone_number: `+${unused()}` }),
    ep: endpoint,
    dlv: () => test("id"),
    async evt() {
      await message();
      const [row] = await sql<{ id: string }[]>`
        select id from events where organization_id = ${organizationId} and channel_id = ${channelId}
        order by id desc limit 1`;
      if (row === undefined) throw new Error("a message makes no event");
      return row.id;
    },
    ers: async () => {
      const contact = await made("/v1/contacts", { phone_number: `+${unused()}` });
      return await made(`/v1/contacts/${contact}/erase`, { reason: "They asked for it." });
    },
    can: () => made("/v1/messages/cancel", { channel_id: channelId, status: "queued" }),
    rpl: () =>
      made("/v1/settings/developer/webhooks/deliveries/replay", { since: "2026-01-01T00:00:00.000Z" }),
    key: () => made("/v1/api-keys", { name: "spare", permissions: ["keys:manage"] }),
    async usr() {
      const id = Bun.randomUUIDv7();
      const email = `${id}@example.com`;
      const user = { organization_id: organizationId, id, email, name: "Ada", password_hash: "none" };
      await insertUser(sql, { ...user, role: "viewer" });
      return id;
    },
    inv: () => made("/v1/users/invitations", { email: `${crypto.randomUUID()}@example.com`, role: "viewer" }),
    async med() {
      const id = newId("med");
      await sql`
        insert into media (organization_id, id, channel_id, message_id, provider_media_id, kind)
        values (${organizationId}, ${id}, ${channelId}, ${Bun.randomUUIDv7()}, 'none', 'image')`;
      return id;
    },
    async upl() {
      const { body } = await call("POST", "/v1/media/uploads", undefined, { "upload-length": "10" });
      return body.id as string;
    },
    async imp() {
      const { body } = await call("POST", "/v1/contacts/import", `phone_number\n+${unused()}\n`, {
        "content-type": "text/csv",
      });
      const path = `/v1/contacts/imports/${body.id}`;
      await until(async () => (await call("GET", path)).body.status === "completed");
      return body.id as string;
    },
    rec: record,
    pip: () => made("/v1/crm/pipelines", { name: "Sales", stages: [{ name: "new", outcome: "open" }] }),
    qr: () =>
      made("/v1/quick_replies", {
        shortcut: `s${numbers++}`,
        body: "From 9 to 22.",
        channel_ids: [channelId],
      }),
    bg: () => {
      const budget = {
        scope: "channel",
        scope_id: channelId,
        period: "month",
        currency: "EUR",
        time_zone: "UTC",
      };
      return made("/v1/budgets", { ...budget, amount: 1000 });
    },
    tm: () => made("/v1/teams", { name: `Team ${numbers++}` }),
    lst: list,
    async apr() {
      const agent = { recipients: "anyone", approval: "always" };
      const permissions = ["messages:send"];
      const { body } = await call("POST", "/v1/api-keys", { name: "Robot", permissions, agent });
      const text = { channel_id: channelId, to: "14155550199", type: "text", content: { body: "Hi" } };
      return (await call("POST", "/v1/messages", text, { "x-api-key": body.key })).body.id as string;
    },
    async bc() {
      await sql`
        insert into templates (organization_id, id, waba_id, name, language, category, status, components)
        select ${organizationId}, ${newId("tpl")}, waba_id, 'hello_world', 'en_US', 'UTILITY', 'approved', '[]'
        from channels where organization_id = ${organizationId} and id = ${channelId}
        on conflict do nothing`;
      const draft = { template: { name: "hello_world", language: "en_US" }, audience: { filter: {} } };
      return await made("/v1/broadcasts", { name: "Spring menu", channel_id: channelId, ...draft });
    },
    async ord() {
      const id = `ord_${numbers}`;
      await sql`
        insert into orders (organization_id, id, order_no, message_id, channel_id, conversation_id, items, created_at)
        values (${organizationId}, ${id}, ${numbers++}, ${Bun.randomUUIDv7()}, ${channelId}, 'cv_none', '[]', now())`;
      return id;
    },
    async inb() {
      const id = `inb_${crypto.randomUUID().replaceAll("-", "").toUpperCase()}`;
      await sql`
        insert into provider_webhooks (provider, body, error, failure_id, failed_at, organization_id, channel_id)
        values ('whatsapp_official', '{}', 'wrong', ${id}, now(), ${organizationId}, ${channelId})`;
      return id;
    },
    async lnk(channel = channelId) {
      const id = newId("lnk");
      await sql`
        insert into pairing_links (organization_id, id, channel_id, token_hash, expires_at)
        values (${organizationId}, ${id}, ${channel}, ${Buffer.from(id)}, now() + interval '1 hour')`;
      return id;
    },
    async phone() {
      const phone = `+${unused()}`;
      await made("/v1/contacts", { phone_number: phone });
      return phone;
    },
  };
}

/** The values of a path's parameters, in their order, of things made for it. */
export async function valuesFor(things: Things, { call }: Party, path: string): Promise<string[]> {
  const start = PATHS.find(([prefix]) => path.startsWith(prefix));
  if (start === undefined) throw new Error(`say what ${path} is about`);
  const id = await things[start[1]]();
  const inner = path.slice(start[0].length);
  const below = async (segment: string, body: unknown) =>
    (await call("POST", `${start[0].replace(/\{\w+\}$/, id)}/${segment}`, body)).body.id as string;
  if (inner.includes("{comment_id}")) return [id, await below("comments", { body: "Spring." })];
  if (inner.includes("{relationship_id}"))
    return [id, await below("relationships", { type: "belongs_to", related_record_id: await things.rec() })];
  if (inner.includes("{record_id}")) {
    const contact = await things.ct();
    await below("entries", { record_ids: [contact] });
    return [id, contact];
  }
  if (inner.includes("tags/{name}")) {
    await below("tags", { name: "wholesale" });
    return [id, "wholesale"];
  }
  if (inner.includes("{link_id}")) return [id, await things.lnk(id)];
  if (inner.includes("labels/{label}")) return [id, "1"];
  if (inner.includes("status/{message_id}")) return [id, "3EB0A1B2C3D4E5F6A7B8C9"];
  if (inner.includes("{person}")) return [id, "14155550123"];
  if (inner.includes("{group_id}")) return [id, "Y2FwaV9ncm91cDoxNzA1NTU1MDEzOToxMjAz"];
  if (inner.includes("suppressions/{channel}")) {
    await below("suppressions", { channel: "whatsapp", reason: "complained" });
    return [id, "whatsapp"];
  }
  return inner.includes("{channel}") ? [id, "whatsapp"] : [id];
}

/** The kind that the first parameter of a path names; the first match counts. */
const PATHS: [prefix: string, kind: Kind][] = [
  ["/v1/channels/{id}", "ch"],
  ["/v1/templates/sync/{id}", "syn"],
  ["/v1/templates/{id}", "tpl"],
  ["/v1/messages/cancellations/{id}", "can"],
  ["/v1/messages/{id}", "msg"],
  ["/v1/conversations/{id}", "cv"],
  ["/v1/contacts/imports/{id}", "imp"],
  ["/v1/contacts/erasures/{id}", "ers"],
  ["/v1/contacts/phone/{phone}", "phone"],
  ["/v1/contacts/{id}", "ct"],
  ["/v1/settings/developer/webhooks/endpoints/{id}", "ep"],
  ["/v1/settings/developer/webhooks/deliveries/replays/{id}", "rpl"],
  ["/v1/settings/developer/webhooks/deliveries/{id}/retry", "evt"],
  ["/v1/settings/developer/webhooks/deliveries/{id}", "dlv"],
  ["/v1/api-keys/{id}", "key"],
  ["/v1/users/invitations/{id}", "inv"],
  ["/v1/users/{id}", "usr"],
  ["/v1/auth/logins/{id}", "usr"],
  ["/v1/auth/factors/{id}", "usr"],
  ["/v1/media/uploads/{id}", "upl"],
  ["/v1/media/{id}", "med"],
  ["/v1/crm/records/{id}", "rec"],
  ["/v1/crm/pipelines/{id}", "pip"],
  ["/v1/crm/lists/{id}", "lst"],
  ["/v1/quick_replies/{id}", "qr"],
  ["/v1/broadcasts/{id}", "bc"],
  ["/v1/budgets/{id}", "bg"],
  ["/v1/teams/{id}", "tm"],
  ["/v1/approvals/{id}", "apr"],
  ["/v1/orders/{id}", "ord"],
  ["/v1/inbound/failed/{id}", "inb"],
];
