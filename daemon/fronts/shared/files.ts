import { problem } from "../../http/problem.ts";
import type { Call } from "./call.ts";
import { invalid } from "./given.ts";

/** A file of a client: bytes in base64, with or without what says their type in front, or an address. */
export type Given = { data: string; name?: string | undefined; type?: string | undefined };

const ADDRESS = /^https?:\/\//i;
const DATA_URL = /^data:([^;,]*)(?:;[^,]*)?,/;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

/** Where a file is, as contents of messages have it: its address, or the id under which its bytes are kept now. */
export async function fileContent(call: Call, given: Given, path: string): Promise<Record<string, string>> {
  if (ADDRESS.test(given.data)) return { media_url: given.data };
  const [before = "", type = given.type] = DATA_URL.exec(given.data) ?? [];
  const data = given.data.slice(before.length).replace(/\s+/g, "");
  if (!BASE64.test(data)) throw invalid(path, "expected an address that begins with https://, or base64");
  return await uploaded(call, { bytes: Buffer.from(data, "base64"), name: given.name, type });
}

/** The file of a form, or the one at its field. */
export async function givenFile(call: Call, field: string, more: Omit<Given, "data"> = {}) {
  const { file, body } = call;
  if (file !== null)
    return await uploaded(call, { ...file, name: more.name ?? file.name, type: more.type ?? file.type });
  const data = body[field];
  if (typeof data !== "string" || data === "")
    throw invalid(field, "required: an address, base64, or a file");
  return await fileContent(call, { data, ...more }, field);
}

type Bytes = { bytes: Uint8Array; name?: string | undefined; type?: string | undefined };

/** Kept as a document: sending converts what its message can't take. The same bytes are one file, however often they come. */
async function uploaded({ api }: Call, { bytes, name, type }: Bytes): Promise<{ media_id: string }> {
  const answer = await api.ask("POST", "/v1/media?as=document", {
    body: new Blob([bytes as Uint8Array<ArrayBuffer>]).stream(),
    headers: {
      "content-type": type && /^[\w.+-]+\/[\w.+-]+/.test(type) ? type : "application/octet-stream",
      "content-length": String(bytes.byteLength),
      ...(name === undefined ? {} : { "content-disposition": disposition(name) }),
    },
  });
  const { id } = (await answer.json()) as { id?: unknown };
  if (typeof id !== "string") throw problem(500, "internal_error", "the file has no id");
  return { media_id: id };
}

/** RFC 6266 and 8187: a name in any language. */
function disposition(name: string): string {
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename*=utf-8''${encoded}`;
}
