import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BufferJSON, getMediaKeys } from "baileys";
import { createMemory } from "../../../../daemon/sandbox/memory/keep.ts";
import { sha256 } from "../../../../daemon/sandbox/whatsapp-web/media/encryption.ts";
import { createMedia, type Media } from "../../../../daemon/sandbox/whatsapp-web/media/media.ts";
import { selfSignedCertificate } from "../../../../daemon/sandbox/whatsapp-web/wire/tls.ts";

const certificate = selfSignedCertificate();
const keep = createMemory();
let folder: string;
let media: Media;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "media-"));
  await writeFile(join(folder, "ca.pem"), certificate.cert);
  media = createMedia({ certificate, keep, deriveKeys: getMediaKeys });
});
afterAll(async () => {
  await media.stop();
  await rm(folder, { recursive: true });
});

const plain = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 251));

type Job = { upload?: Buffer; downloads?: { file: object; kind: string; range?: object }[] };

/** Lets a program with the real Baileys do it, which trusts the certificate from its start. */
async function baileys({ upload, downloads = [] }: Job) {
  const program = Bun.spawn(
    [process.execPath, "run", new URL("baileys-client.ts", import.meta.url).pathname],
    {
      stdin: new Blob([JSON.stringify({ host: media.host, upload, downloads }, BufferJSON.replacer)]),
      stdout: "pipe",
      env: { ...process.env, NODE_EXTRA_CA_CERTS: join(folder, "ca.pem") },
    },
  );
  return JSON.parse(await new Response(program.stdout).text(), BufferJSON.reviver);
}

function request(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`https://${media.host}${path}`, { ...init, tls: { ca: certificate.cert } });
}

test("what Baileys uploads is opened with the keys of its message, and every claim is checked", async () => {
  const { message } = await baileys({ upload: plain });
  const claims = { ...message, fileLength: Number(message.fileLength) };
  expect(message.url).toBe(`https://${media.host}${message.directPath}`);
  expect((await media.open(message.directPath, "document", claims)).equals(plain)).toBe(true);
  for (const [name, value] of [
    ["fileSha256", sha256(Buffer.from("other"))],
    ["fileEncSha256", sha256(Buffer.from("other"))],
    ["fileLength", 7],
  ] as const) {
    const wrong = { ...claims, [name]: value };
    expect(media.open(message.directPath, "document", wrong)).rejects.toThrow(name);
  }
});

test("Baileys downloads and decrypts what a phone put there, whole and in part", async () => {
  const file = await media.put(plain, "image");
  const range = { startByte: 1_000, endByte: 2_000 };
  const { received } = await baileys({
    downloads: [
      { file, kind: "image" },
      { file, kind: "image", range },
    ],
  });
  expect(received[0].equals(plain)).toBe(true);
  expect(received[1].equals(plain.subarray(1_000, 2_000))).toBe(true);
});

test("an expired file is refused with its status until it is put there again under another path", async () => {
  const file = await media.put(plain, "image");
  media.expire(file.directPath, 410);
  const directPath = media.putAgain(file.directPath);
  const { received } = await baileys({
    downloads: [
      { file, kind: "image" },
      { file: { ...file, directPath }, kind: "image" },
      { file: { ...file, directPath: "/v/t62.7118-24/none.enc" }, kind: "image" },
    ],
  });
  expect(received[0]).toBe("410");
  expect(received[1].equals(plain)).toBe(true);
  expect(received[2]).toBe("404");
});

test("an upload whose bytes are not what its path says is refused", async () => {
  const body = Buffer.from("encrypted");
  const path = (bytes: Buffer) => `/mms/image/${sha256(bytes).toString("base64url")}?auth=a&token=t`;
  expect((await request(path(Buffer.from("other")), { method: "POST", body })).status).toBe(415);
  expect((await request(path(body), { method: "POST", body })).status).toBe(200);
  expect((await request(path(body).replace("auth=a&", ""), { method: "POST", body })).status).toBe(400);
});

test("faults happen as often as requested", async () => {
  const { directPath } = await media.put(plain, "image");
  media.faults.add({ at: "download", status: 503, times: 2 });
  expect((await request(directPath)).status).toBe(503);
  expect((await request(directPath)).status).toBe(503);
  expect((await request(directPath)).status).toBe(200);
});

test("files survive a restart of a sandbox that keeps everything", async () => {
  const { directPath, ...claims } = await media.put(plain, "video");
  const later = createMedia({ certificate, keep, deriveKeys: getMediaKeys });
  expect((await later.open(directPath, "video", claims)).equals(plain)).toBe(true);
  await later.stop();
});
