import type { FileLimits } from "../../file-rules/platforms.ts";
import type { Showing } from "../../media/outgoing/convert/needed-form.ts";
import type { UploadUse } from "../../message-types/uploads.ts";

/** How a message shows an uploaded file on a platform. */
export function showingOf({ kind, holder }: UploadUse, limits: FileLimits | undefined): Showing {
  return { kind, voice: kind === "audio" && holder.voice === true, videoBytes: limits?.videoBytes };
}
