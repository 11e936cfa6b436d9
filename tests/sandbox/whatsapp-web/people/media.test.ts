import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sha256 } from "../../../../daemon/sandbox/whatsapp-web/media/encryption.ts";
import { onPhone, startTown, type Town } from "./talk.ts";

let folder: string;
let town: Town;
const own = "15550990100";
const pat = "14155550601";
const file = Buffer.from("a picture").toString("base64");

beforeAll(async () => {
  town = await startTown();
  folder = await mkdtemp(join(tmpdir(), "people-media-"));
  await writeFile(join(folder, "ca.pem"), town.sandbox.certificate.cert);
});
afterAll(async () => {
  await town.stop();
  await rm(folder, { recursive: true });
});

/** Starts the client and reads what it prints, a line at a time. */
function startClient() {
  const script = new URL("media-client.ts", import.meta.url).pathname;
  const { url, rootKey } = town.sandbox;
  const client = Bun.spawn([process.execPath, "run", script, url, rootKey, `${pat}@s.whatsapp.net`], {
    stdout: "pipe",
    env: { ...process.env, NODE_EXTRA_CA_CERTS: join(folder, "ca.pem") },
  });
  const reader = client.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let buffered = "";
  const line = async () => {
    while (!buffered.includes("\n")) {
      const { value, done } = await reader.read();
      if (done) throw new Error("the client has ended");
      buffered += value;
    }
    const [first = "", ...rest] = buffered.split("\n");
    buffered = rest.join("\n");
    return JSON.parse(first);
  };
  return { line, stop: () => client.kill() };
}

test("Baileys downloads what a phone sends, has it uploaded again when it expired, and uploads what the phone opens", async () => {
  const client = startClient();
  await town.sandbox.control.scan(own, (await client.line()).qr);
  expect(await client.line()).toEqual({ open: true });
  const { control } = town.people();
  await control.send(pat, { kind: "image", content: { base64: file } });
  expect(await client.line()).toEqual({ image: file });
  expect(await client.line()).toEqual({ sent: true });
  for (const [kind, plain] of [
    ["image", "picture"],
    ["document", "paper"],
  ] as const) {
    const message = await onPhone(
      town,
      pat,
      (entry) => entry.kind === kind && entry.file !== null && !entry.fromMe,
    );
    expect(message.file).toEqual({ sha256: sha256(Buffer.from(plain)).toString("hex"), bytes: plain.length });
  }
  control.mediaFaults.add({ at: "download", status: 410, times: 1 });
  await control.send(pat, { kind: "image", content: { base64: file } });
  expect(await client.line()).toEqual({ refused: 410 });
  expect(await client.line()).toEqual({ image: file });
  expect(await client.line()).toEqual({ sent: true });
  const lost = await control.send(pat, { kind: "image", content: { base64: file } });
  control.deleteFile(own, lost);
  expect(await client.line()).toEqual({ refused: 404 });
  expect(await client.line()).toEqual({ lost: 404 });
  expect(control.failures()).toEqual([]);
  client.stop();
});
