import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { transfer } from "../../../lib/api/transfer.ts";
import type { Cli } from "../../../lib/command/cli.ts";
import { isObject } from "../../../lib/values/objects.ts";
import type { Part } from "./template-file.ts";

const EXTENSIONS: Record<string, string> = {
  "image/jpeg": ".jpg",
  "image/png": ".png",
  "video/mp4": ".mp4",
  "application/pdf": ".pdf",
};
const MOST_BYTES = 100 * 1024 ** 2;
const PATIENCE_MS = 60_000;

/**
 * Writes the example of a header beside the files, as `stem` with an ending; returns its name. Null when there is
 * none to be had: Meta shows a handle while a template is new, and an address that expires later.
 */
export async function fetchExample(
  cli: Cli,
  header: Part,
  folder: string,
  stem: string,
): Promise<string | null> {
  const response = await open(cli, header).catch(() => null);
  const type = response?.headers.get("content-type")?.split(";")[0] ?? "";
  const extension = EXTENSIONS[type];
  if (!response?.ok || extension === undefined) return null;
  const bytes = await readAll(response).catch(() => null);
  if (bytes === null) return null;
  const [file, partial] = [stem + extension, join(folder, `.${stem}.part`)];
  await writeFile(partial, bytes);
  await rename(partial, join(folder, file)).catch(async (error) => {
    await rm(partial, { force: true });
    throw error;
  });
  return file;
}

async function open(cli: Cli, { example }: Part): Promise<Response | null> {
  if (!isObject(example)) return null;
  const { media_id: id, header_handle: handles } = example;
  if (typeof id === "string")
    return await transfer(await cli.settings(), { route: "GET /v1/media/{id}", path: { id } });
  const address = Array.isArray(handles) ? URL.parse(String(handles[0])) : null;
  if (address === null || !mayFetch(address, (await cli.settings()).url)) return null;
  return await fetch(address, { redirect: "error", signal: AbortSignal.timeout(PATIENCE_MS) });
}

/** Meta's addresses are https; those of a sandbox are on this machine, as its daemon is. */
function mayFetch(address: URL, daemon: string): boolean {
  const isHere = ({ hostname }: URL) => ["127.0.0.1", "localhost", "[::1]"].includes(hostname);
  return address.protocol === "https:" || (isHere(address) && isHere(new URL(daemon)));
}

async function readAll(response: Response): Promise<Uint8Array | null> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of response.body ?? []) {
    length += piece.length;
    if (length > MOST_BYTES) return null;
    pieces.push(piece);
  }
  return length === 0 ? null : Buffer.concat(pieces);
}
