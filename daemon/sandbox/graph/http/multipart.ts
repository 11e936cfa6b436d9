export type Part = { fileName: string | null; mimeType: string; bytes: Uint8Array<ArrayBuffer> };

const HEADERS_END = "\r\n\r\n";

/**
 * Reads a multipart/form-data body; undefined when it is none. Bun's own `formData` guesses a file's
 * type from its name and drops the one the part declares, which is the one that counts here.
 */
export async function readMultipart(request: Request): Promise<Map<string, Part> | undefined> {
  const boundary = /^multipart\/form-data;.*boundary="?([^";]{1,70})"?/i.exec(
    request.headers.get("content-type") ?? "",
  )?.[1];
  if (boundary === undefined) return undefined;
  const body = Buffer.from(await request.arrayBuffer());
  const parts = new Map<string, Part>();
  const line = `--${boundary}`;
  let start = body.indexOf(line);
  while (start !== -1) {
    const end = body.indexOf(`\r\n${line}`, start + line.length);
    if (end === -1) break;
    addPart(parts, body.subarray(start + line.length, end));
    start = end + 2;
  }
  return parts;
}

function addPart(parts: Map<string, Part>, part: Buffer<ArrayBuffer>): void {
  const split = part.indexOf(HEADERS_END);
  if (split === -1) return;
  const headers = part.subarray(0, split).toString("utf8");
  const name = /[; ]name="([^"]*)"/i.exec(headers)?.[1];
  if (name === undefined) return;
  parts.set(name, {
    fileName: /filename="([^"]*)"/i.exec(headers)?.[1] ?? null,
    mimeType: /^content-type:\s*(\S.*)$/im.exec(headers)?.[1]?.trim() ?? "text/plain",
    bytes: new Uint8Array(part.subarray(split + HEADERS_END.length)),
  });
}
