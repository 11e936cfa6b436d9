/** A Waypost whose Graph API is another Waypost: what it sends goes through a paired number there, and the statuses come back. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { SANDBOX_DEFAULTS } from "../../../daemon/sandbox/graph/defaults.ts";
import {
  type MessageRecord,
  type OwnDaemon,
  startTestDaemon,
  UNPACED,
  webhookOf,
} from "../../support/daemon.ts";
import { eventually } from "../../support/until.ts";
import { ADA, type MetaSite, startMetaSite } from "./site.ts";

let meta: MetaSite;
let waypost: OwnDaemon;
let channel_id: string;
beforeAll(async () => {
  meta = await startMetaSite();
  waypost = await startTestDaemon({ config: { graphUrl: meta.graph } });
  const endpoint = {
    ...{ url: webhookOf(waypost.daemon), format: "meta", channels: [meta.paired.channelId] },
    verify_token: SANDBOX_DEFAULTS.verifyToken,
  };
  const path = "/v1/settings/developer/webhooks/endpoints";
  const { body } = await meta.chat.daemon.call("POST", path, endpoint);
  // the program takes the endpoint's secret as its app secret
  waypost.config.appSecret = body.secret;
  await waypost.restart(async () => {});
  const { phone_number_id, waba_id } = meta.paired;
  const channel = {
    ...{ platform: "whatsapp_official", name: "Through the other", settings: UNPACED },
    ...{ phone_number_id, waba_id, access_token: meta.chat.daemon.key },
  };
  const made = await waypost.call("POST", "/v1/channels", channel);
  expect(made.status).toBe(201);
  channel_id = made.body.id;
}, 60_000);
afterAll(async () => {
  await waypost?.stop();
  await meta?.chat.stop();
});

async function sent(type: string, content: object) {
  const { status, body } = await waypost.call("POST", "/v1/messages", { channel_id, to: ADA, type, content });
  expect(status).toBe(201);
  return await waypost.until(body.id, "delivered", "read");
}

/** The message of the other Waypost, by the id that it answered with. */
async function there(id: string) {
  return (await meta.chat.daemon.call("GET", `/v1/messages/${id.slice("wamid.".length)}`)).body;
}

test("a text", async () => {
  const { provider_message_id } = await sent("text", { body: "Ready" });
  expect(await there(provider_message_id)).toMatchObject({
    channel_id: meta.paired.channelId,
    type: "text",
    content: { body: "Ready" },
  });
});

test("a file", async () => {
  const headers = { "x-api-key": waypost.key, "content-type": "application/pdf" };
  const upload = { method: "POST", headers, body: "%PDF-1.4 menu" };
  const response = await fetch(`${waypost.url}/v1/media`, upload);
  const { id: media_id } = (await response.json()) as { id: string };
  const { provider_message_id } = await sent("document", { media_id, file_name: "menu.pdf" });
  expect(await there(provider_message_id)).toMatchObject({
    type: "document",
    content: { file_name: "menu.pdf" },
  });
});

test("what comes in", async () => {
  const { id } = await meta.chat.receive("text", { body: "Hello" });
  const found = await eventually("the message", async () => {
    const { body } = await waypost.call("GET", `/v1/messages?channel_id=${channel_id}&direction=inbound`);
    return body.data.find((one: MessageRecord) => one.provider_message_id === `wamid.${id}`);
  });
  expect(found).toMatchObject({ from_phone: ADA, type: "text", content: { body: "Hello" } });
});
