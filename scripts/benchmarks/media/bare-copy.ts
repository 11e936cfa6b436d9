/**
 * A bare copy of a file, as a program: from the disk over HTTP to a server, which writes it to the disk, and from there
 * over HTTP to whoever takes it: the sandbox of the official platform, as a form; or a stand-in for a phone, which
 * decrypts what the server encrypted. Nothing else is checked, kept or recorded. Prints the seconds.
 */
import { randomBytes } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import {
  type DeriveMediaKeys,
  decryptFile,
  type EncryptedFile,
  encryptFile,
} from "../../../daemon/sandbox/whatsapp-web/media/encryption.ts";

export type BareCopy = {
  path: string;
  folder: string;
  mimeType: string;
  /** Where the sandbox takes forms, and the token for it; absent: to a phone, encrypted. */
  form?: { url: string; token: string };
};

const { path, folder, mimeType, form } = JSON.parse(process.argv[2] ?? "{}") as BareCopy;
const copy = join(folder, "bare-copy");
const keys = { iv: randomBytes(16), cipherKey: randomBytes(32), macKey: randomBytes(32) };
const deriveKeys: DeriveMediaKeys = async () => keys;
const serving = { port: 0, hostname: "127.0.0.1", maxRequestBodySize: Number.MAX_SAFE_INTEGER };
let claims: EncryptedFile | undefined;

const phone = Bun.serve({
  ...serving,
  async fetch(request) {
    const bytes = Buffer.from(await request.arrayBuffer());
    if (claims !== undefined) await decryptFile(bytes, "document", claims, deriveKeys);
    return new Response();
  },
});

const server = Bun.serve({
  ...serving,
  async fetch(request) {
    const file = await open(copy, "w");
    for await (const chunk of request.body ?? []) await file.write(chunk);
    await file.sync();
    await file.close();
    return form === undefined ? await encrypted() : await asForm(form);
  },
});

const startedAt = performance.now();
const answer = await fetch(server.url, { method: "POST", body: Bun.file(path).stream() });
const said = await answer.text();
if (!answer.ok) throw new Error(`the bare copy was refused: ${said}`);
const seconds = (performance.now() - startedAt) / 1000;
await rm(copy);
process.stdout.write(JSON.stringify({ seconds }));
process.exit();

async function encrypted(): Promise<Response> {
  claims = await encryptFile(await Bun.file(copy).bytes(), "document", deriveKeys);
  return await fetch(phone.url, { method: "POST", body: new Uint8Array(claims.bytes) });
}

async function asForm({ url, token }: NonNullable<BareCopy["form"]>): Promise<Response> {
  const body = new FormData();
  body.set("messaging_product", "whatsapp");
  body.set("type", mimeType);
  body.set("file", new Blob([Bun.file(copy)], { type: mimeType }), "copy");
  return await fetch(url, { method: "POST", headers: { authorization: `Bearer ${token}` }, body });
}
