import type { BaileysEventMap } from "baileys";
import type { RetryingQueue } from "../retrying-queue.ts";
import { type Hearing, saysArchived, takeArchived } from "./archived.ts";
import { type HeardLabels, takeLabels } from "./labels.ts";

type Listening = Hearing & { queue: RetryingQueue; labels: HeardLabels };

/** Takes up what somebody did on the number's phone, other than writing. */
export function hearPhone(listening: Listening, event: keyof BaileysEventMap, data: unknown): void {
  const { queue, labels } = listening;
  if (event === "chats.update") {
    const updates = data as BaileysEventMap["chats.update"];
    if (saysArchived(updates)) queue.add(() => takeArchived(listening, updates));
  } else if (event === "labels.edit") {
    gather(listening);
    labels.edits.push(data as BaileysEventMap["labels.edit"]);
  } else if (event === "labels.association") {
    gather(listening);
    labels.associations.push(data as BaileysEventMap["labels.association"]);
  }
}

/** Baileys reports all that it read at once: it is taken together, since a chat may come before the name of its label. */
function gather(listening: Listening): void {
  const { queue, labels } = listening;
  if (labels.edits.length + labels.associations.length > 0) return;
  queueMicrotask(() => {
    const heard = { edits: labels.edits.splice(0), associations: labels.associations.splice(0) };
    queue.add(() => takeLabels(listening, heard));
  });
}
