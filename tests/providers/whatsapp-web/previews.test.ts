/* Which pictures are decoded in the daemon's own process, for the small one that Baileys makes of each. */
import { expect, test } from "bun:test";
import { contentOf } from "../../../daemon/providers/whatsapp-web/send/content.ts";

/** The head of a PNG of this size (RFC 2083, section 4.1.1), which is all of it that is read here. */
function png(width: number, height: number): Buffer {
  const head = Buffer.from("89504e470d0a1a0a0000000d49484452000000000000000008060000000000000000", "hex");
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
}

/** The preview that Baileys is given; without one it would make its own. */
async function previewOf(bytes: Buffer): Promise<string | null | undefined> {
  const draft = { show: "file", file: { kind: "image", url: "https://example.com/picture.png" } } as const;
  const content = await contentOf(draft, async () => ({ bytes, mimeType: "image/png" }));
  return (content as { jpegThumbnail?: string | null }).jpegThumbnail;
}

test("a photograph has its small picture", async () => {
  expect(await previewOf(png(4000, 3000))).toBeUndefined();
});

test("a picture of more pixels than there is memory for has none", async () => {
  expect(await previewOf(png(30_000, 30_000))).toBeNull();
});

test("a picture without a size has none", async () => {
  expect(await previewOf(Buffer.from("no picture"))).toBeNull();
});
