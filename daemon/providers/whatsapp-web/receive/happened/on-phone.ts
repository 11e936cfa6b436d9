import type { BaileysEventMap } from "baileys";
import type { RetryingQueue } from "../retrying-queue.ts";
import { type Hearing, saysArchived, takeArchived } from "./archived.ts";

/** Takes up what somebody did on the number's phone, other than writing. */
export function hearPhone(
  listening: Hearing & { queue: RetryingQueue },
  event: keyof BaileysEventMap,
  data: unknown,
): void {
  if (event !== "chats.update") return;
  const updates = data as BaileysEventMap["chats.update"];
  if (saysArchived(updates)) listening.queue.add(() => takeArchived(listening, updates));
}
