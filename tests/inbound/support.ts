import { createHmac } from "node:crypto";
import { SANDBOX_DEFAULTS } from "../../daemon/sandbox/graph/defaults.ts";
import type { TestDaemon } from "../support/daemon.ts";
import { eventually, until } from "../support/until.ts";

export const PHONE = SANDBOX_DEFAULTS.phoneNumber;

/** Posts a webhook with Meta's signature, or with another secret's. */
export function post(waypost: TestDaemon, body: string, secret: string = SANDBOX_DEFAULTS.appSecret) {
  const signature = createHmac("sha256", secret).update(body).digest("hex");
  return fetch(`${waypost.url}/v1/providers/whatsapp/webhook`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-hub-signature-256": `sha256=${signature}` },
    body,
  });
}

/** A webhook with one change; of the field `messages` unless said otherwise. */
export function change(value: object, field = "messages"): string {
  const metadata = { display_phone_number: "15550990100", phone_number_id: PHONE.id };
  return JSON.stringify({
    object: "whatsapp_business_account",
    entry: [{ id: PHONE.wabaId, changes: [{ field, value: { metadata, ...value } }] }],
  });
}

/** Resolves when nothing that came in waits to be processed. */
export async function processed(waypost: TestDaemon): Promise<void> {
  await until(
    async () => (await waypost.sql`select from provider_webhooks where error is null`).length === 0,
  );
}

/** Posts a change and waits until it is processed. */
export async function take(waypost: TestDaemon, value: object, field?: string): Promise<void> {
  const body = change(value, field);
  const answer = await post(waypost, body);
  if (answer.status !== 200) throw new Error(`the webhook was answered ${answer.status}`);
  await processed(waypost);
}

/** Names and bodies of the events so far, in order. */
export async function eventsOf(
  waypost: TestDaemon,
): Promise<{ type: string; body: Record<string, unknown> }[]> {
  const rows = await waypost.sql`select type, body from events order by id`;
  return rows.map(({ type, body }) => ({ type, body: JSON.parse(body) }));
}

/** Has somebody write to the sandbox's number, and returns the record of it as soon as there is one. */
export async function receive(waypost: TestDaemon, body: object) {
  const answer = await fetch(`${waypost.sandbox.url}/sandbox/inbound`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const { id } = (await answer.json()) as { id: string };
  return await eventually("record of what came in", () => recordOf(waypost, id));
}

/** The status of a file, once it is no longer pending. */
export async function settled(waypost: TestDaemon, mediaId: string): Promise<string> {
  return await eventually(`end of ${mediaId}`, async () => {
    const [row] = await waypost.sql<{ status: string }[]>`select status from media where id = ${mediaId}`;
    return row?.status !== "pending" && row?.status;
  });
}

/** The record of a message by the provider's id, as the API shows it. */
// biome-ignore lint/suspicious/noExplicitAny: tests read records of every shape
export async function recordOf(waypost: TestDaemon, providerMessageId: string): Promise<any> {
  const [row] = await waypost.sql`
    select message_id from provider_messages where provider_message_id = ${providerMessageId}`;
  return row === undefined ? null : (await waypost.call("GET", `/v1/messages/${row.message_id}`)).body;
}
