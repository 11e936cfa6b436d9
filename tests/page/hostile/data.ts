/** Hostile texts in everything that others write and the page shows. */
import { importFile } from "../../imports/support.ts";
import { receive } from "../../inbound/support.ts";
import { caller, type TestDaemon } from "../../support/daemon.ts";
import { until } from "../../support/until.ts";
import { definition } from "../../templates/support.ts";
import { startReceiver } from "../../webhooks/receiver.ts";
import { MARKUP, NAMES } from "./texts.ts";

/** Writes them; resolves with the addresses at which they are read. */
export async function writeHostile(daemon: TestDaemon): Promise<string[]> {
  const made = async (path: string, body: unknown, field = "id"): Promise<string> => {
    const answer = await daemon.call("POST", path, body);
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body[field];
  };
  const addresses: string[] = [];
  for (const [nth, name] of Object.values(NAMES).entries()) {
    const contact = await made("/v1/contacts", {
      ...{ name, phone_number: `+1415555010${nth}`, tags: [name], custom_fields: { [name]: name } },
    });
    await made(`/v1/contacts/${contact}/notes`, { body: name });
    await made(`/v1/contacts/${contact}/suppressions`, { channel: "whatsapp", reason: name });
    const channel = await made("/v1/channels", { platform: "whatsapp_unofficial", name });
    const reply = { shortcut: `hostile${nth}`, title: name, body: name.replace("{{1}}", "1") };
    const quickReply = await made("/v1/quick_replies", reply);
    const key = await made("/v1/api-keys", { name, permissions: ["messages:read"] });
    const team = await made("/v1/teams", { name: name.slice(0, 100) });
    const user = await hostileUser(daemon, name, nth);
    addresses.push(
      `/contacts/${contact}`,
      `/channels/${channel}`,
      `/settings/quick-replies/${quickReply}`,
      `/settings/keys/${key}`,
      `/settings/teams/${team}`,
      `/settings/users/${user.id}`,
    );
    const broadcast = await made("/v1/broadcasts", { name, channel_id: daemon.channelId, ...DRAFT });
    addresses.push(`/broadcasts/${broadcast}`, `/contacts/imports/${await hostileImport(daemon, name)}`);
    const { id, conversation_id } = await hostileDocument(daemon, name, nth);
    const answer = await answered(user, conversation_id, name);
    await daemon.call("PATCH", `/v1/conversations/${conversation_id}`, { team_id: team });
    addresses.push(`/messages/${id}`, `/messages/${answer}`, `/inbox/${conversation_id}`);
  }
  const template = await made("/v1/templates", { channel_id: daemon.channelId, ...hostileTemplate() });
  addresses.push(`/templates/${template}`, ...(await refusedDelivery(made)));
  await daemon.call("GET", `/v1/contacts/${encodeURIComponent(MARKUP)}`, undefined, { "user-agent": MARKUP });
  return addresses;
}

type User = { id: string; post: (path: string, body: unknown) => Promise<string> };

async function hostileUser(daemon: TestDaemon, name: string, nth: number): Promise<User> {
  const email = `user${nth}@example.com`;
  const { body } = await daemon.call("POST", "/v1/users/invitations", { email, role: "agent" });
  const answer = await daemon.call("POST", "/v1/auth/invitations/accept", {
    ...{ token: body.token, name, password: "correct horse battery staple" },
  });
  if (answer.status !== 200) throw new Error(`no user: ${JSON.stringify(answer.body)}`);
  const token = /waypost_session=(\S+?);/.exec(answer.headers.get("set-cookie") ?? "")?.[1];
  const call = caller(daemon.url, null);
  return {
    id: answer.body.id,
    async post(path, body) {
      const made = await call("POST", path, body, { authorization: `Bearer ${token}` });
      if (made.status !== 201) throw new Error(`${path}: ${made.status} ${JSON.stringify(made.body)}`);
      return made.body.id;
    },
  };
}

/** A colleague of that name answers somebody, and writes a note that mentions themselves; resolves with the answer's id. */
async function answered({ id, post }: User, conversation_id: string, name: string): Promise<string> {
  await post(`/v1/conversations/${conversation_id}/notes`, { body: `@${name}`, mentions: [id] });
  return await post("/v1/messages", { conversation_id, type: "text", content: { body: `Answer ${name}` } });
}

const DRAFT = { template: { name: "none", language: "en_US" }, audience: { filter: {} } };

/** A file of that name with a line that is refused. */
async function hostileImport(daemon: TestDaemon, name: string): Promise<string> {
  const file = `phone_number,name\n${JSON.stringify(name).replaceAll('\\"', '""')},x\n`;
  return (await importFile(daemon, file, `?file_name=${encodeURIComponent(name)}`)).id;
}

/** Somebody of that name sends a file of that name. */
async function hostileDocument(
  daemon: TestDaemon,
  name: string,
  nth: number,
): Promise<{ id: string; conversation_id: string }> {
  const document = { id: `90${nth}`, mime_type: "application/pdf", filename: name, caption: name };
  const message = { type: "document", document };
  return await receive(daemon, { from: `1415555020${nth}`, name, message });
}

function hostileTemplate() {
  const { components, ...rest } = definition("hostile") as { components: object[] };
  const texts = { HEADER: "<b>Header</b>", BODY: MARKUP.replace("{{1}}", "1"), FOOTER: "<i>Footer</i>" };
  return {
    ...rest,
    components: (components as { type: keyof typeof texts }[]).map((one) =>
      texts[one.type] === undefined ? one : { type: one.type, format: "TEXT", text: texts[one.type] },
    ),
  };
}

type Make = (path: string, body: unknown, field?: string) => Promise<string>;

/** An endpoint that answers a delivery with what would run, and its address. */
async function refusedDelivery(made: Make): Promise<string[]> {
  const headers = { "content-type": "text/html", "x-answer": "<b>1</b>" };
  const receiver = startReceiver(() => new Response(MARKUP, { status: 500, headers }));
  const endpoints = "/v1/settings/developer/webhooks/endpoints";
  try {
    const url = `${receiver.url}?${encodeURIComponent(MARKUP)}#"'`;
    const sent = { "x-sent": "<img src=x onerror=alert(1)>" };
    const id = await made(endpoints, { url, description: MARKUP, headers: sent });
    const delivery = await made(`${endpoints}/${id}/test`, {});
    await until(() => receiver.received.length > 0);
    return [`/webhooks/${id}`, `/webhooks/deliveries/${delivery}`];
  } finally {
    receiver.stop();
  }
}
