/** A Waypost whose Graph API is another Waypost: what it sends goes through a paired number there, and the statuses come back. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { MessageRecord, OwnDaemon } from "../../support/daemon.ts";
import { eventually } from "../../support/until.ts";
import { ADA, type MetaSite } from "./site.ts";
import { startThrough, type Through } from "./through.ts";

let through: Through;
let meta: MetaSite;
let waypost: OwnDaemon;
let channel_id: string;
beforeAll(async () => {
  through = await startThrough("paired");
  ({ meta, waypost, channelId: channel_id } = through);
}, 60_000);
afterAll(() => through?.stop());

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
