import { toString as draw, toBuffer } from "qrcode";
import { problem } from "../http/problem.ts";

export type QrFormat = "png" | "svg" | "text";

const TYPES: Record<QrFormat, string> = {
  png: "image/png",
  svg: "image/svg+xml",
  text: "text/plain; charset=utf-8",
};

/** Pixels per module: large enough for a phone to read from a screen. */
const SCALE = 8;
/** Light modules around the code, which scanners need (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** A response with a QR code as an image. Throws 404 when there is none yet, since an image cannot say so. */
export async function qrResponse(qr: string | null, format: QrFormat): Promise<Response> {
  if (qr === null) throw problem(404, "no_qr_yet", "there is no QR code yet; try again, with wait");
  return new Response(await picture(qr, format), {
    headers: { "content-type": TYPES[format], "cache-control": "no-store" },
  });
}

async function picture(qr: string, format: QrFormat): Promise<string | Uint8Array<ArrayBuffer>> {
  const options = { margin: QUIET_ZONE, errorCorrectionLevel: "L" } as const;
  if (format === "png") return new Uint8Array(await toBuffer(qr, { ...options, scale: SCALE }));
  if (format === "svg") return await draw(qr, { ...options, type: "svg" });
  return await draw(qr, { ...options, type: "utf8" });
}
