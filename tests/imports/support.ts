import type { Answer, TestDaemon } from "../support/daemon.ts";
import { eventually } from "../support/until.ts";

export type Given = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

/** Sends a file to be imported, as CSV when nothing else is said. */
export async function upload(
  { url, key }: Pick<TestDaemon, "url" | "key">,
  file: Given,
  query = "",
  headers: Record<string, string> = {},
  signal?: AbortSignal,
): Promise<Answer> {
  const response = await fetch(`${url}/v1/contacts/import${query}`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "text/csv", ...headers },
    body: file,
    ...(signal === undefined ? {} : { signal }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** Imports a file and answers with the import once it has ended. */
export async function importFile(waypost: TestDaemon, file: Given, query = "", headers = {}) {
  const { status, body } = await upload(waypost, file, query, headers);
  if (status !== 202) throw new Error(`refused: ${JSON.stringify(body)}`);
  return await ended(waypost, body.id);
}

/** An import, once it has ended. */
export async function ended({ call }: Pick<TestDaemon, "call">, id: string): Promise<Answer["body"]> {
  return await eventually(`end of import ${id}`, async () => {
    const { body } = await call("GET", `/v1/contacts/imports/${id}`);
    return ["completed", "failed", "cancelled"].includes(body.status) ? body : null;
  });
}
