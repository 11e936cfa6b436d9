import type { RowOf } from "../../api/call.ts";
import type { Tone } from "../../parts/state.tsx";

export type Template = RowOf<"GET /v1/templates">;

export const STATUS_TONES: Readonly<Record<string, Tone>> = {
  draft: "quiet",
  pending: "busy",
  approved: "good",
  rejected: "bad",
  paused: "warn",
  disabled: "bad",
  in_appeal: "busy",
  archived: "quiet",
  limit_exceeded: "warn",
};

/** Whether there is something that Meta has not seen yet, so that it can be submitted. */
export function isSubmittable({ status, draft }: Pick<Template, "status" | "draft">): boolean {
  return status === "draft" || (status !== "pending" && draft !== null);
}
