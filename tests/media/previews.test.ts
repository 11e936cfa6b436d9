/** Small pictures in place of large ones, through a whole daemon. */
import { expect, test } from "bun:test";
import { receive, settled } from "../inbound/support.ts";
import { blackPng, photo, png } from "../support/pictures.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const daemon = sharedDaemon();
const MOST_BYTES = 28 * 1024;

type Bytes = Uint8Array<ArrayBuffer>;

async function upload(body: Bytes, query = ""): Promise<string> {
  const headers = { "x-api-key": daemon.key };
  const answer = await fetch(`${daemon.url}/v1/media${query}`, { method: "POST", headers, body });
  return ((await answer.json()) as { id: string }).id;
}

async function get(id: string, query = "?preview=true") {
  const answer = await fetch(`${daemon.url}/v1/media/${id}${query}`, {
    headers: { "x-api-key": daemon.key },
  });
  return {
    headers: answer.headers,
    status: answer.status,
    bytes: new Uint8Array(await answer.arrayBuffer()),
  };
}

const formsOf = async (id: string) => await daemon.sql`select id from media where converted_from = ${id}`;

test("a picture has a preview that is small in bytes and pixels, in its proportions", async () => {
  const { headers, bytes } = await get(await upload(await photo(1280, 960)));
  expect(headers.get("content-type")).toBe("image/webp");
  expect(headers.get("content-security-policy")).toContain("sandbox");
  expect(bytes.length).toBeLessThanOrEqual(MOST_BYTES);
  const { width, height } = await new Bun.Image(bytes).metadata();
  expect(width / height).toBeCloseTo(4 / 3);
  expect(width).toBeLessThanOrEqual(640);
});

test("it is made once, also for many who ask at once, and goes with its picture", async () => {
  const id = await upload(await photo(800, 600, 2));
  const asked = await Promise.all([get(id), get(id), get(id)]);
  const tags = [...asked, await get(id)].map(({ headers }) => headers.get("etag"));
  expect(new Set(tags).size).toBe(1);
  expect(await formsOf(id)).toHaveLength(1);
  await daemon.call("DELETE", `/v1/media/${id}`);
  expect(await formsOf(id)).toHaveLength(0);
});

test("what came with a message has one, and the message says how wide and high it is", async () => {
  const base64 = Buffer.from(await photo(900, 1200, 3)).toString("base64");
  const { id, content } = await receive(daemon, {
    ...{ from: "16505550301", kind: "image" },
    content: { base64, mime_type: "image/jpeg" },
  });
  await settled(daemon, content.media_id);
  expect((await get(content.media_id)).bytes.length).toBeLessThanOrEqual(MOST_BYTES);
  const said = { width: 900, height: 1200 };
  expect((await daemon.call("GET", `/v1/messages/${id}`)).body.content).toMatchObject(said);
  const { conversation_id } = (await daemon.call("GET", `/v1/messages/${id}`)).body;
  for (const query of [
    `conversation_id=${conversation_id}`,
    `conversation_id=${conversation_id}&around=${id}`,
  ])
    expect((await daemon.call("GET", `/v1/messages?${query}`)).body.data[0].content).toMatchObject(said);
});

/** So many that there would be a preview. */
const words = Buffer.alloc(MOST_BYTES, "Comment\0");
const small = async () => await photo(40, 30, 4);
const cutOff = async () => (await photo(1600, 1200, 5)).slice(0, 40_000);
const renamed = async () => Buffer.from(`%PDF-1.7 ${"x".repeat(MOST_BYTES)}`) as Bytes;

test.each([
  ["a small picture", small],
  ["more pixels than are decoded", async () => blackPng(10_000, words)],
  ["another file than a picture", renamed],
  ["a damaged picture", async () => png(640, Buffer.from("nothing that inflates"), words)],
] as const)("%s is its own preview", async (_, make) => {
  const bytes = await make();
  const { status, bytes: got } = await get(await upload(bytes, "?as=document"));
  expect(status).toBe(200);
  expect(Buffer.from(got).equals(bytes)).toBe(true);
});

test("a picture that is cut off has a preview of what is there of it", async () => {
  const { headers, bytes } = await get(await upload(await cutOff()));
  expect(headers.get("content-type")).toBe("image/webp");
  expect(bytes.length).toBeLessThanOrEqual(MOST_BYTES);
});

test("an organisation without room for more is shown the picture itself", async () => {
  const id = await upload(await photo(800, 600, 6));
  const limit = async (gigabytes: number | null) =>
    await daemon.sql`
      update organizations set most_media_gb = ${gigabytes} where organization_id = ${daemon.organizationId}`;
  const taken = async (bytes: number) =>
    await daemon.sql`
      update media_usage set bytes = bytes + ${bytes} where organization_id = ${daemon.organizationId}`;
  await limit(1);
  await taken(1e9);
  expect((await get(id)).headers.get("content-type")).toBe("image/jpeg");
  await taken(-1e9);
  expect((await get(id)).headers.get("content-type")).toBe("image/webp");
  await limit(null);
});
