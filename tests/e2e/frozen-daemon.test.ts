/** A daemon that is stopped where it is while messages come in, with all its connections open. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { SANDBOX_DEFAULTS } from "../../daemon/sandbox/graph/defaults.ts";
import { freePort } from "../../scripts/lib/free-port.ts";
import { prepareSite, type Site } from "../support/daemon-process.ts";
import { until } from "../support/until.ts";

const MESSAGES = 300;
let site: Site;
const ports = [freePort(), freePort()] as const;

beforeAll(async () => {
  site = await prepareSite(ports[1], {});
});
afterAll(() => site.stop());

async function receive(url: string, n: number): Promise<void> {
  const message = { from: `1650555${1000 + n}`, id: `wamid.frozen.${n}`, timestamp: "1763717400" };
  const metadata = { phone_number_id: SANDBOX_DEFAULTS.phoneNumber.id };
  const value = { metadata, messages: [{ ...message, type: "text", text: { body: String(n) } }] };
  const body = JSON.stringify({ entry: [{ id: "1", changes: [{ field: "messages", value }] }] });
  const signature = createHmac("sha256", SANDBOX_DEFAULTS.appSecret).update(body).digest("hex");
  const headers = { "x-hub-signature-256": `sha256=${signature}` };
  const { status } = await fetch(`${url}/v1/providers/whatsapp/webhook`, { method: "POST", headers, body });
  if (status !== 200) throw new Error(`the webhook was answered ${status}`);
}

test("the other daemon processes all that comes in, in order", async () => {
  const frozen = await site.start(ports[0]);
  const other = await site.start(ports[1]);
  for (let n = 0; n < MESSAGES; n++) {
    await receive(n < MESSAGES / 3 ? frozen.url : other.url, n);
    if (n === MESSAGES / 3) frozen.freeze();
  }
  await until(async () => (await site.sql`select from provider_webhooks`).length === 0);
  const received = await site.sql`
    select message.content from events as event
    join messages as message on message.id = (event.body::json ->> 'message_id')::uuid
    where event.type = 'message.new' order by event.id`;
  expect(received.map(({ content }) => Number(JSON.parse(content).body))).toEqual(
    Array.from({ length: MESSAGES }, (_, n) => n),
  );
});
