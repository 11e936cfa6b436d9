import type { Sql } from "../../../db/connection/client.ts";
import { findUploads } from "../../../db/media/uploads.ts";
import { Problem } from "../../http/problem.ts";
import { MediaFailure } from "../../media/media-error.ts";
import { neededForm } from "../../media/outgoing/convert/needed-form.ts";
import type { Forms } from "../../media/outgoing/forms/forms.ts";
import { putFile, type UploadUse } from "../../message-types/uploads.ts";
import type { MessageError } from "../../providers/message-error.ts";
import type { Platform, SendOutcome } from "../../providers/provider.ts";
import { showingOf } from "./showing.ts";

/** How long a message waits before its file is looked for again, in milliseconds. */
const AGAIN_MS = 2000;

/**
 * Puts the form that the platform needs in the place of each uploaded file that it does not take as it is. Returns how
 * the attempt ends when that can't be done, or not yet; null when the message can go.
 */
export async function readyFiles(
  { sql, forms }: { sql: Sql; forms: Forms },
  { organizationId, platform }: { organizationId: string; platform: Platform },
  uses: readonly UploadUse[],
  signal: AbortSignal,
): Promise<Extract<SendOutcome, { kind: "failed" | "retry" }> | null> {
  const rows = await findUploads(sql, organizationId, [...new Set(uses.map(({ id }) => id))]);
  for (const use of uses) {
    const file = rows.find(({ id }) => id === use.id);
    const target = file === undefined ? null : neededForm(file, showingOf(use, platform.fileLimits));
    // opening a missing file gives the error
    if (file === undefined || target === null) continue;
    try {
      const form = await forms.of(file, target, signal);
      if (form === null) return later(BEING_CONVERTED);
      putFile(use, form.id);
    } catch (cause) {
      if (signal.aborted) return later(BEING_CONVERTED);
      return endOf(cause);
    }
  }
  return null;
}

const BEING_CONVERTED: MessageError = {
  code: "media_converting",
  title: "Media being converted",
  detail: "its file is being converted to a form that WhatsApp takes",
  provider_code: null,
  retryable: true,
};

function later(error: MessageError) {
  return { kind: "retry", scope: "message", afterMs: AGAIN_MS, error } as const;
}

/** How a message ends whose file can't be converted. Errors that are not the file's fault are rethrown. */
function endOf(cause: unknown): Extract<SendOutcome, { kind: "failed" | "retry" }> {
  if (cause instanceof MediaFailure)
    return cause.retryable
      ? { kind: "retry", scope: "message", error: cause.shown() }
      : { kind: "failed", error: cause.shown() };
  if (!(cause instanceof Problem)) throw cause;
  if (cause.status === 503) return later({ ...BEING_CONVERTED, detail: cause.detail });
  return {
    kind: "failed",
    error: {
      ...{ code: cause.code === "conversion_unavailable" ? cause.code : "conversion_failed" },
      ...{ title: "Media not converted", detail: cause.detail, provider_code: null, retryable: false },
    },
  };
}
