import { refusedOnLoopback } from "../../../lib/loopback.ts";
import type { Certificate } from "../link.ts";
import { WHATSAPP_ORIGIN } from "../wire/origin.ts";
import { sha256 } from "./encryption.ts";
import type { MediaFaults } from "./faults.ts";
import { portraitOf } from "./portrait.ts";
import type { MediaStore } from "./store.ts";

export type MediaServer = {
  /** `127.0.0.1:port` */
  host: string;
  stop(): Promise<void>;
};

/** Above WhatsApp's largest document that the product sends (100 MB), with room for the encryption. */
const MOST_BODY_BYTES = 110_000_000;
const UPLOAD = /^\/(?:mms|product|pps)\/[\w/-]*?([\w%=-]{43,})$/;
const PICTURE = /^\/picture\/([\w-]+)\.png$/;

type World = { store: MediaStore; faults: MediaFaults; host: string };

/**
 * Starts the https server that media are uploaded to (`POST /mms/<kind>/<hash>?auth=&token=`) and
 * downloaded from (`GET <directPath>`, ranges too), as Baileys does (`Utils/messages-media.js`). Throws when
 * the port is taken.
 */
export function startMediaServer(given: {
  certificate: Certificate;
  store: MediaStore;
  faults: MediaFaults;
  /** 0 takes any free port. */
  port: number;
}): MediaServer {
  const world: World = { store: given.store, faults: given.faults, host: "" };
  const server = Bun.serve({
    port: given.port,
    hostname: "127.0.0.1",
    tls: given.certificate,
    maxRequestBodySize: MOST_BODY_BYTES,
    development: false,
    fetch: (request) => handle(request, world),
    error: () => new Response(null, { status: 500 }),
  });
  world.host = `127.0.0.1:${server.port}`;
  return { host: world.host, stop: () => server.stop(true) };
}

async function handle(request: Request, world: World): Promise<Response> {
  if (refusedOnLoopback(request, { origins: [WHATSAPP_ORIGIN] }) !== null) return refuse(403);
  const url = new URL(request.url);
  const isUpload = request.method === "POST";
  const fault = world.faults.take(isUpload ? "upload" : "download");
  if (fault?.delayMs !== undefined) await Bun.sleep(fault.delayMs);
  if (fault?.status !== undefined) return refuse(fault.status);
  return isUpload ? upload(request, url, world) : download(request, url, world);
}

function refuse(status: number): Response {
  return Response.json({ error: { code: status } }, { status });
}

/** The hash of the encrypted bytes is the last part of the path, in base64url. */
async function upload(request: Request, url: URL, { store, host }: World): Promise<Response> {
  const claimed = UPLOAD.exec(url.pathname)?.[1];
  if (claimed === undefined || url.searchParams.get("auth") === null) return refuse(400);
  const bytes = Buffer.from(await request.arrayBuffer());
  // with padding or without (whatsmeow, Baileys)
  if (!sha256(bytes).equals(Buffer.from(decodeURIComponent(claimed), "base64url"))) return refuse(415);
  const path = store.add(bytes);
  return Response.json({ url: `https://${host}${path}`, direct_path: path });
}

async function download(request: Request, url: URL, { store }: World): Promise<Response> {
  const [, portrait] = PICTURE.exec(url.pathname) ?? [];
  if (portrait !== undefined)
    return new Response(await portraitOf(portrait), { headers: { "content-type": "image/png" } });
  const found = store.get(url.pathname);
  if (typeof found === "number") return refuse(found);
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.get("range") ?? "");
  if (range === null) return new Response(new Uint8Array(found));
  const [from, to] = [Number(range[1]), Math.min(Number(range[2] || found.length - 1), found.length - 1)];
  if (from > to) return new Response(null, { status: 416 });
  const headers = { "content-range": `bytes ${from}-${to}/${found.length}` };
  return new Response(new Uint8Array(found.subarray(from, to + 1)), { status: 206, headers });
}
