import type { Attached } from "../outgoing.ts";

/** Whether phones show words with a file. */
export function canHaveCaption({ kind }: Pick<Attached, "kind">): boolean {
  return kind !== "audio" && kind !== "sticker";
}
