/** The type of a file by its bytes, else by what its client and its address say. */
import { expect, test } from "bun:test";
import { isOggOpus, typeOfFile } from "../../daemon/media/recognise.ts";

const bytes = (text: string) => Buffer.from(text, "latin1");
const UNKNOWN = "application/octet-stream";

test.each<[what: string, head: string, kind: string, named: string | null, path: string, type: string]>([
  ["its bytes win", "%PDF-1.7", "document", "text/plain", "menu.txt", "application/pdf"],
  ["sound in a container of video", "....ftypmp42", "audio", null, "a", "audio/mp4"],
  ["video in a container of sound", "....ftypM4A ", "video", null, "a", "video/mp4"],
  ["what its client names", "Soup", "document", "text/csv", "menu.txt", "text/csv"],
  ["its address, however it is written", "Soup", "document", null, "v1.2/Menu.TXT?size=4.doc", "text/plain"],
  ["nothing is said", "Soup", "document", null, "menu", UNKNOWN],
  ["only documents are what they say", "Soup", "image", "image/png", "menu.txt", UNKNOWN],
])("%s", (_what, head, kind, named, path, type) => {
  expect(typeOfFile(bytes(head), kind, named, `https://example.com/${path}`)).toBe(type);
});

test("a voice message is Ogg with Opus in it", () => {
  const page = (codec: string) => bytes(`OggS${" ".repeat(24)}${codec}`);
  expect(["OpusHead", "\x01vorbis "].map((codec) => isOggOpus(page(codec)))).toEqual([true, false]);
});
