/** A person with everything that can name somebody, and a neighbour beside them. */
import { defineTemplate, TEMPLATE } from "../broadcasts/support.ts";
import { receive, settled, take } from "../inbound/support.ts";
import { indexed } from "../messages/search/support.ts";
import type { TestDaemon } from "../support/daemon.ts";
import { until } from "../support/until.ts";

export const ZELDA = "14155574101";
export const NEIGHBOUR = "14155574102";
export const GROUP = "R3J1cHBlWmVsZGE";
/** What is in the file that Zelda sent. */
export const BYTES = "the picture of the person";

export type Life = {
  zelda: string;
  neighbour: string;
  conversation: string;
  /** The message that was sent to Zelda. */
  sent: string;
};

/** The same calls of a daemon, which fail where they are refused. */
export function callsOf(waypost: TestDaemon) {
  const ok = async (method: string, path: string, body?: unknown) => {
    const answer = await waypost.call(method, path, body);
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const now = () => String(Math.floor(Date.now() / 1000));
  return {
    ok,
    contactOf: async (phone: string) => (await ok("GET", `/v1/contacts/phone/+${phone}`)).id as string,
    says: (from: string, id: string, body: string, more: object = {}) =>
      take(waypost, {
        contacts: [{ wa_id: from, profile: { name: from === ZELDA ? "Zelda Quaxwell" : "Ned" } }],
        messages: [{ from, id, timestamp: now(), type: "text", text: { body }, ...more }],
      }),
    send: (to: string, body: string, more: object = {}) =>
      ok("POST", "/v1/messages", {
        channel_id: waypost.channelId,
        to,
        type: "text",
        content: { body },
        ...more,
      }),
    statusOf: async (id: string) => (await ok("GET", `/v1/messages/${id}`)).status as string,
  };
}

/** Erases a contact at once, and waits until nothing of them is left. */
export async function erased(waypost: TestDaemon, contact: string): Promise<void> {
  const { ok } = callsOf(waypost);
  const { id } = await ok("POST", `/v1/contacts/${contact}/erase`, {
    reason: "They asked for it.",
    at_once: true,
  });
  await until(async () => (await ok("GET", `/v1/contacts/erasures/${id}`)).status === "completed");
}

/** The words by which Zelda is named. */
export const wordsOf = ({ zelda, conversation }: Life) => [
  ...[ZELDA, "Zelda", "Quaxwell", "Quokka", "xylophone", "glockenspiel", "left-handed"],
  ...[zelda, conversation, "wamid.zelda"],
];

/** Lives Zelda's life with a daemon: everything that can name somebody, and the same conversation with a neighbour. */
export async function live(waypost: TestDaemon): Promise<Life> {
  const { zelda, neighbour, conversation, sent } = await talk(waypost);
  await note(waypost, { zelda, neighbour, conversation });
  await ask(waypost);
  await list(waypost, [zelda, neighbour]);
  await indexed(waypost);
  return { zelda, neighbour, conversation, sent };
}

async function talk(waypost: TestDaemon): Promise<Life> {
  const { ok, says, send, contactOf, statusOf } = callsOf(waypost);
  await says(ZELDA, "wamid.zelda.1", "Where is my xylophone?");
  await says(NEIGHBOUR, "wamid.ned.1", "Where is my trombone?");
  const [zelda, neighbour] = [await contactOf(ZELDA), await contactOf(NEIGHBOUR)];
  const conversation = (await ok("GET", `/v1/conversations?contact_id=${zelda}`)).data[0].id as string;
  const picture = await receive(waypost, { from: ZELDA, kind: "document", content: { base64: btoa(BYTES) } });
  await settled(waypost, picture.content.media_id);
  const sent = (await send(ZELDA, "Your xylophone is here", { metadata: { for: "Zelda" } })).id as string;
  await until(async () => (await statusOf(sent)) === "read");
  await send(ZELDA, "A later xylophone", { scheduled_at: new Date(Date.now() + 3600_000).toISOString() });
  await says(ZELDA, "wamid.zelda.group", "I play the glockenspiel", { group_id: GROUP });
  await says(NEIGHBOUR, "wamid.ned.group", `Ask @${ZELDA} for it`, { group_id: GROUP });
  return { zelda, neighbour, conversation, sent };
}

async function note(
  waypost: TestDaemon,
  { zelda, neighbour, conversation }: Omit<Life, "sent">,
): Promise<void> {
  const { ok } = callsOf(waypost);
  await ok("POST", `/v1/contacts/${zelda}/notes`, { body: "Zelda is left-handed" });
  await ok("POST", `/v1/contacts/${neighbour}/notes`, { body: `Friend of +${ZELDA}` });
  await ok("POST", `/v1/contacts/${zelda}/tags`, { name: "zelda-fans" });
  await ok("PUT", `/v1/contacts/${zelda}/consent/whatsapp`, { state: "granted", proof: "Form of Zelda" });
  await ok("PATCH", `/v1/contacts/${zelda}`, {
    email: "zelda@quaxwell.example",
    custom_fields: { pet: "Quokka" },
  });
  await ok("PATCH", `/v1/contacts/${neighbour}`, { custom_fields: { referred_by: zelda } });
  await ok("POST", `/v1/conversations/${conversation}/notes`, { body: "Zelda wants it today" });
  await ok("POST", `/v1/conversations/${conversation}/tags`, { name: "xylophones" });
  await ok("POST", `/v1/crm/records/${zelda}/comments`, { body: "Zelda called" });
}

/** An agent asks whether it may write to Zelda. */
async function ask(waypost: TestDaemon): Promise<void> {
  const { ok } = callsOf(waypost);
  const key = await ok("POST", "/v1/api-keys", {
    ...{ name: "Robot", permissions: ["messages:send"], agent: { recipients: "anyone", approval: "always" } },
  });
  await fetch(`${waypost.url}/v1/messages`, {
    method: "POST",
    headers: { "x-api-key": key.key, "content-type": "application/json" },
    body: JSON.stringify({
      channel_id: waypost.channelId,
      to: ZELDA,
      type: "text",
      content: { body: "Psst Zelda" },
    }),
  });
}

/** Zelda is in a broadcast and in an import. */
async function list(waypost: TestDaemon, contact_ids: readonly string[]): Promise<void> {
  const { ok } = callsOf(waypost);
  await defineTemplate(waypost);
  const { id } = await ok("POST", "/v1/broadcasts", {
    ...{ name: "Spring", channel_ids: [waypost.channelId], template: TEMPLATE },
    audience: { contact_ids },
  });
  await ok("POST", `/v1/broadcasts/${id}/start`);
  await until(async () => (await ok("GET", `/v1/broadcasts/${id}`)).status === "completed");
  await waypost.call("POST", "/v1/contacts/import", `phone_number,name,email\n+${ZELDA},Zelda,nonsense\n`, {
    "content-type": "text/csv",
  });
  await until(async () => (await ok("GET", "/v1/contacts/imports")).data[0].status === "completed");
}
