import type { Api } from "../../http/inside/own-api.ts";
import { type Call, messagingProduct } from "./call.ts";
import { graphObjectId, ownObjectId } from "./objects.ts";

/** `POST {phone_number_id}/media`: the form goes on as it came. */
export async function uploadMedia(api: Api, request: Request, body: ReadableStream<Uint8Array>) {
  const headers: Record<string, string> = {};
  for (const name of ["content-type", "content-length", "idempotency-key"]) {
    const value = request.headers.get(name);
    if (value !== null) headers[name] = value;
  }
  const response = await api.ask("POST", "/v1/media", { body, headers });
  const { id } = (await response.json()) as { id: string };
  return { id: graphObjectId(id) };
}

/** `GET {media_id}`: what a file is, and where it is fetched with the same token. */
export async function showMedia({ api, base }: Call, id: string) {
  const { mime_type, sha256, size } = await api.get(`/v1/media/${encodeURIComponent(ownObjectId(id))}/info`);
  return { ...messagingProduct, url: `${base}/${id}/file`, mime_type, sha256, file_size: size, id };
}

/** The bytes of a file, as the API sends them. */
export async function sendFile({ api, request }: Call, id: string): Promise<Response> {
  const range = request.headers.get("range");
  return await api.ask("GET", `/v1/media/${encodeURIComponent(ownObjectId(id))}`, {
    headers: range === null ? {} : { range },
  });
}

/** `DELETE {media_id}`. */
export async function deleteMedia({ api }: Call, id: string) {
  await api.remove(`/v1/media/${encodeURIComponent(ownObjectId(id))}`);
  return { success: true };
}

/** Whether an id is one of a file. */
export function isMediaId(id: string): boolean {
  return ownObjectId(id).startsWith("med_");
}
