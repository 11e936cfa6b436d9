import type { ProviderChannel } from "../channel.ts";
import type { FileToUpload } from "../file-to-upload.ts";
import type { UploadOutcome } from "../provider.ts";
import type { Graph } from "./graph.ts";
import { channelUnusable, refusedBy, unreachable } from "./outcomes.ts";

/** Meta keeps an uploaded file for 30 days (Meta, "Media"); a day less leaves time to send it. */
const LIFE_MS = 29 * 24 * 3600_000;

/** Uploads a file for a number: `POST /{phone_number_id}/media`. Without a response, it is uploaded again. */
export async function uploadFile(
  graph: Graph,
  { accessToken, phoneNumberId }: ProviderChannel,
  file: FileToUpload,
  signal: AbortSignal,
): Promise<UploadOutcome> {
  if (accessToken === null || phoneNumberId === null) return channelUnusable();
  const expiresAt = new Date(Date.now() + LIFE_MS);
  const response = await graph({
    method: "POST",
    path: `/${phoneNumberId}/media`,
    accessToken,
    form: { fields: { messaging_product: "whatsapp", type: file.mimeType }, file },
    signal,
  });
  if (response.kind === "refused") return refusedBy(response);
  if (response.kind !== "response") return unreachable(response.reason);
  const { id } = response.body;
  return typeof id === "string"
    ? { kind: "uploaded", id, expiresAt }
    : unreachable("Meta gave the file no id");
}
