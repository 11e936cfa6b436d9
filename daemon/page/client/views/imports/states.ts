import type { RowOf } from "../../api/call.ts";
import type { Tone } from "../../parts/state.tsx";

export type ContactImport = RowOf<"GET /v1/contacts/imports">;

export const TONES: Readonly<Record<string, Tone>> = {
  uploading: "busy",
  queued: "busy",
  running: "busy",
  completed: "good",
  failed: "bad",
  cancelled: "quiet",
};

/** Whether nothing more happens to it. */
export function hasEnded({ status }: ContactImport): boolean {
  return ["completed", "failed", "cancelled"].includes(status);
}

/** The records that were refused, and those that were taken without a value. */
export function wrongIn({ refused, incomplete }: ContactImport): number {
  return refused + incomplete;
}
