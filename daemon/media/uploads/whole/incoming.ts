import { cleanFileName, cleanType } from "../../../providers/received-media.ts";
import { fileOfForm } from "./multipart.ts";
import type { Incoming } from "./take.ts";

/** The file of a request's body: that of a form, else the body itself. */
export async function incomingOf(body: ReadableStream<Uint8Array>, headers: Headers): Promise<Incoming> {
  const contentType = headers.get("content-type") ?? "";
  const length = headers.has("content-length") ? Number(headers.get("content-length")) : null;
  if (/^multipart\/form-data\b/i.test(contentType)) {
    const { bytes, mimeType, fileName } = await fileOfForm(body, contentType);
    // the form is larger than its file
    return { bytes, length: null, mimeType: cleanType(mimeType), fileName: plainName(fileName) };
  }
  const fileName = plainName(nameOf(headers.get("content-disposition")));
  return { bytes: body, length, mimeType: cleanType(contentType), fileName };
}

/** A file's name without the folders that come with it, and without what can't be seen. */
export function plainName(said: string | null): string | null {
  const name = cleanFileName(said?.split(/[/\\]/).at(-1) ?? null);
  return name === null || /^\.+$/.test(name) ? null : name;
}

/** The file name of a `Content-Disposition` (RFC 6266): the one for all languages first. */
function nameOf(disposition: string | null): string | null {
  const [, encoded] = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition ?? "") ?? [];
  if (encoded !== undefined) {
    try {
      return decodeURIComponent(encoded);
    } catch {}
  }
  const [, quoted, plain] =
    /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition ?? "") ?? [];
  return quoted?.replace(/\\(.)/g, "$1") ?? plain ?? null;
}
