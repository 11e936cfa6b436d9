/** A Waypost whose Graph API is another Waypost: what it sends goes through a paired number there, and the statuses come back. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { NUMBER } from "../../providers/whatsapp-web/chat.ts";
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

/** A message that came in at the other, once it is here and as it should be. */
async function cameHere(id: string, isSo: (message: MessageRecord) => boolean = () => true) {
  return await eventually("message", async () => {
    const { body } = await waypost.call("GET", `/v1/messages?channel_id=${channel_id}&direction=inbound`);
    return body.data.find((one: MessageRecord) => one.provider_message_id === `wamid.${id}` && isSo(one));
  });
}

test("what comes in, is edited, and taken back", async () => {
  const { id, provider_message_id: message_id } = await meta.chat.receive("text", { body: "At nine" });
  expect(await cameHere(id)).toMatchObject({ from_phone: ADA, type: "text", content: { body: "At nine" } });
  const edit = { kind: "edit", to: NUMBER, content: { message_id, body: "At ten" } };
  await meta.chat.people().send(ADA, edit);
  expect(await cameHere(id, ({ edited_at }) => edited_at !== null)).toMatchObject({
    content: { body: "At ten" },
  });
  await meta.chat.people().send(ADA, { kind: "revoke", to: NUMBER, content: { message_id } });
  await cameHere(id, ({ deleted_at }) => deleted_at !== null);
});

test("a number that is logged out there can't send here, until it is paired again", async () => {
  const { control } = meta.chat.web;
  const { call } = meta.chat.daemon;
  const hasStatus = (what: string, wanted: (status: string) => boolean) =>
    eventually(what, async () =>
      wanted((await waypost.call("GET", `/v1/channels/${channel_id}`)).body.status),
    );
  const [device] = control.phones().find(({ number }) => number === NUMBER)?.devices ?? [];
  control.unlink(NUMBER, device?.device ?? 0);
  await hasStatus("channel that says so", (status) => status === "disconnected");
  const { channelId } = meta.paired;
  await call("POST", `/v1/channels/${channelId}/connect`, {});
  await control.scan(NUMBER, (await call("GET", `/v1/channels/${channelId}/qr?wait=20`)).body.qr);
  await hasStatus("channel that is back", (status) => status !== "disconnected");
});
