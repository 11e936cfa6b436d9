import { sentence } from "../problem.tsx";

/** Why a channel is as it is, in words; null when there is nothing to say. A code before them is for programs. */
export function reasonOf({ status_reason }: { status_reason: string | null }): string | null {
  return status_reason === null ? null : sentence(status_reason.replace(/^[a-z]+(_[a-z]+)+: /, ""));
}
