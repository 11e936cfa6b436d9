import type { Attached } from "../outbox.ts";

/** Whether phones show words with a file. */
export function canHaveCaption({ kind }: Pick<Attached, "kind">): boolean {
  return kind !== "audio" && kind !== "sticker";
}
