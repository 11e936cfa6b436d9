/** What a paired number shows of itself: read from WhatsApp, and changed there. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Chat, NUMBER, startChat } from "../providers/whatsapp-web/chat.ts";
import { hasFfmpeg } from "../support/ffmpeg.ts";
import { photo } from "../support/pictures.ts";

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

const path = () => `/v1/channels/${chat.channelId}/profile`;
const read = async () => (await chat.daemon.call("GET", path())).body;
const change = (body: object) => chat.daemon.call("PATCH", path(), body);

/** The id of an uploaded file. */
async function upload(type: string, body: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const answer = await fetch(`${chat.daemon.url}/v1/media`, {
    ...{ method: "POST", body },
    headers: { "x-api-key": chat.daemon.key, "content-type": type },
  });
  return ((await answer.json()) as { id: string }).id;
}

test("name and text are changed for everybody who looks", async () => {
  const { status, body } = await change({ name: " Blue Door ", about: "Open until six" });
  expect([status, body.name, body.about]).toEqual([200, "Blue Door", "Open until six"]);
  const [shown] = (
    await chat.daemon.call("POST", `/v1/channels/${chat.channelId}/contacts/lookup`, { phones: [NUMBER] })
  ).body.data;
  expect(shown.about).toBe("Open until six");
});

test.skipIf(!hasFfmpeg)(
  "an uploaded picture becomes a square JPEG, is shown, and is taken away again",
  async () => {
    const before = (await read()).picture_url;
    const { status, body } = await change({ picture: await upload("image/jpeg", await photo(120, 80)) });
    expect(status).toBe(200);
    expect(body.picture_url).not.toBe(before);
    const served = await fetch(`${chat.daemon.url}${path()}/picture`, {
      headers: { "x-api-key": chat.daemon.key },
    });
    expect([served.status, served.headers.get("content-type")]).toEqual([200, "image/png"]);
    chat.people().mediaFaults.add({ at: "download", status: 500, times: 1 });
    expect((await chat.daemon.call("GET", `${path()}/picture`)).body.code).toBe("provider_unavailable");
    expect((await change({ picture: null })).body.picture_url).toBeNull();
    expect((await chat.daemon.call("GET", `${path()}/picture`)).status).toBe(404);
  },
);

test("what is no picture, and no file at all, is refused", async () => {
  const codes = [await upload("text/plain", "Hello"), "med_none"].map(
    async (picture) => (await change({ picture })).body.code,
  );
  expect(await Promise.all(codes)).toEqual(["unsupported_media_type", "invalid_request"]);
});

test("who changed it is in the audit log", async () => {
  await change({ about: "Closed" });
  const { body } = await chat.daemon.call("GET", "/v1/audit?action=channel.profile_changed");
  expect(body.data[0]).toMatchObject({
    target: { type: "channel", id: chat.channelId },
    changes: { about: "Closed" },
  });
});

test.each([[{}], [{ name: "" }], [{ name: "x".repeat(26) }], [{ about: "x".repeat(140) }]])(
  "%j is refused",
  async (body) => {
    expect((await change(body)).status).toBe(422);
  },
);

test("official numbers have theirs at Meta", async () => {
  const { status, body } = await chat.daemon.call("GET", `/v1/channels/${chat.daemon.channelId}/profile`);
  expect([status, body.code]).toEqual([422, "unsupported_on_platform"]);
});
