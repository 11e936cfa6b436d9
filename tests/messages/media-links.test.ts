/** Links to files that lead into private networks, refused before anything is stored, on both platforms. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { type OwnDaemon, startTestDaemon } from "../support/daemon.ts";

let waypost: OwnDaemon;
const channels: Record<string, string> = {};
beforeAll(async () => {
  const allowPrivateHosts = ["10.1.0.0/16", "files.internal:80"];
  waypost = await startTestDaemon({ config: { allowPrivateHosts } });
  const paired = { platform: "whatsapp_unofficial", name: "Paired" };
  channels.unofficial = (await waypost.call("POST", "/v1/channels", paired)).body.id;
  channels.official = waypost.channelId;
});
afterAll(() => waypost.stop());

type Json = Record<string, unknown>;

const send = (platform: string, type: string, content: Json) =>
  waypost.call("POST", "/v1/messages", { channel_id: channels[platform], to: "15550000400", type, content });

const PRIVATE = [
  "https://10.0.0.1/a.png",
  "https://127.0.0.1/a.png",
  "https://localhost/a.png",
  "https://files.localhost:8443/a.png",
  "https://169.254.169.254/latest/meta-data",
  "https://0x7f.1/a.png",
  "https://2130706433/a.png",
  "https://0177.0.0.1/a.png",
  "https://[::1]/a.png",
  "https://[::ffff:10.0.0.1]/a.png",
  "https://[fd00::1]/a.png",
  "https://１２７.0.0.1/a.png",
  "https://user:secret@example.com/a.png",
  "http://example.com/a.png",
];

for (const platform of ["official", "unofficial"]) {
  test.each(PRIVATE)(`an image at %s is refused on the ${platform} channel`, async (media_url) => {
    const { status, body } = await send(platform, "image", { media_url });
    expect([status, body.code]).toEqual([422, "invalid_content"]);
    expect(body.errors).toMatchObject([{ path: "/content/media_url" }]);
  });

  test.each([
    "https://example.com/a.png",
    "https://93.184.216.34/a.png",
    "https://10.1.2.3/a.png",
    "http://10.1.2.3:8080/a.png",
    "http://files.internal/a.png",
  ])(`an image at %s is taken on the ${platform} channel`, async (media_url) => {
    expect((await send(platform, "image", { media_url })).status).toBe(201);
  });
}

const url = "https://10.0.0.1/a";
const image = { type: "image", image: { link: url } };
const card = (card_index: number) => ({ card_index, components: [{ type: "header", parameters: [image] }] });
const choice = { buttons: [{ id: "a", title: "A" }] };
const template = (components: Json[]) => ({
  template: { name: "news", language: { code: "en_US" }, components },
});

test.each<[type: string, content: Json, ...paths: string[]]>([
  ["video", { media_url: url }, "/media_url"],
  ["audio", { media: url }, "/media_url"],
  ["document", { url }, "/media_url"],
  ["sticker", { sticker_url: url }, "/media_url"],
  ["buttons", { header: { type: "image", media_url: url }, body: "B", ...choice }, "/header/media_url"],
  [
    "media_carousel",
    { body: "B", cards: [1, 2].map(() => ({ media_type: "image", media_url: url, ...choice })) },
    "/cards/0/media_url",
    "/cards/1/media_url",
  ],
  [
    "template",
    template([{ type: "header", parameters: [image] }]),
    "/template/components/0/parameters/0/image/link",
  ],
  [
    "template",
    template([{ type: "carousel", cards: [card(0), card(1)] }]),
    "/template/components/0/cards/0/components/0/parameters/0/image/link",
    "/template/components/0/cards/1/components/0/parameters/0/image/link",
  ],
])("a private address in %s %j is refused by its path", async (type, content, ...paths) => {
  const { status, body } = await send("official", type, content);
  expect(status).toBe(422);
  expect(body.errors).toEqual(
    paths.map((path) => ({
      path: `/content${path}`,
      message:
        "10.0.0.1 leads to a private or reserved address; the operator can allow it with WAYPOST_ALLOW_PRIVATE_HOSTS",
    })),
  );
});

test("a private address in a link's picture is refused on a paired number", async () => {
  const { status, body } = await send("unofficial", "link", {
    url: "https://example.com/",
    thumbnail_url: url,
  });
  expect([status, body.errors[0].path]).toEqual([422, "/content/thumbnail_url"]);
});
