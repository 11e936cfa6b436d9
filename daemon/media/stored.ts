import type { MediaRow } from "../../db/media/media.ts";
import { problem } from "../http/problem.ts";

const RETRY_SECONDS = "5";

/** A file whose bytes are there. Throws 409 while they are not, and when they never will be. */
export function mustBeStored(row: MediaRow): MediaRow & { size: number } {
  const { size, status } = row;
  if (status !== "stored" || size === null) throw notThere(row);
  return { ...row, size };
}

function notThere({ status, error }: MediaRow) {
  const reason = error === null ? null : JSON.parse(error);
  const members = { members: { error: reason } };
  if (status === "failed") {
    return problem(
      409,
      "media_failed",
      `the file is not available: ${reason?.detail ?? "unknown reason"}`,
      members,
    );
  }
  const detail = reason === null ? "" : `; the last attempt failed: ${reason.detail}`;
  return problem(409, "media_pending", `the file is still being fetched${detail}`, {
    ...members,
    headers: { "retry-after": RETRY_SECONDS },
  });
}
