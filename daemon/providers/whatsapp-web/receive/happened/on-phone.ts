import type { BaileysEventMap, WASocket } from "baileys";
import type { RetryingQueue } from "../retrying-queue.ts";
import { type Hearing, saysArchived, takeArchived } from "./archived.ts";
import { type HeardLabels, isBusinessApp, takeBusinessApp, takeLabels } from "./labels.ts";

type Listening = Hearing & { queue: RetryingQueue };

/** What was heard of labels in this moment. */
const heardNow = new WeakMap<WASocket, HeardLabels>();

/** Takes up what a number's phone is, once it is logged in. */
export function openPhone(listening: Listening): void {
  if (isBusinessApp(listening.socket)) listening.queue.add(() => takeBusinessApp(listening));
}

/** Takes up what somebody did on the number's phone, other than writing. */
export function hearPhone(listening: Listening, event: keyof BaileysEventMap, data: unknown): void {
  if (event === "labels.edit") {
    heardOf(listening).edits.push(data as BaileysEventMap["labels.edit"]);
  } else if (event === "labels.association") {
    heardOf(listening).associations.push(data as BaileysEventMap["labels.association"]);
  } else if (event === "chats.update") {
    const updates = data as BaileysEventMap["chats.update"];
    if (saysArchived(updates)) listening.queue.add(() => takeArchived(listening, updates));
  }
}

/** Baileys reports all that it read at once: it is taken together, since a chat may come before the name of its label. */
function heardOf(listening: Listening): HeardLabels {
  const { queue, socket } = listening;
  const begun = heardNow.get(socket);
  if (begun !== undefined) return begun;
  const heard: HeardLabels = { edits: [], associations: [] };
  heardNow.set(socket, heard);
  queueMicrotask(() => {
    heardNow.delete(socket);
    queue.add(() => takeLabels(listening, heard));
  });
  return heard;
}
