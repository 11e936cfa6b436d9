/** Clients that answer one message of a conversation: theirs or the person's, sent, waiting or scheduled. */
import { insist } from "./api.ts";
import { firstMessage, newSend, post, type Writing } from "./sending.ts";

/** It is one of so many. */
const NEWEST = 6;

/** Quotes one of the newest messages; without any, it is sent as any other. */
export async function answer(writing: Writing, priority: string): Promise<void> {
  const { world, organization } = writing;
  const first = await firstMessage(writing);
  const path = `/v1/messages?conversation_id=${first?.conversation_id}&limit=${NEWEST}`;
  const found = first === null ? null : await insist(world, organization.key, "GET", path);
  const newest: { id: string }[] = found?.status === 200 ? found.body.data : [];
  const quotes = newest.length === 0 ? null : world.random.pick(newest).id;
  const send = newSend(writing, { quotes });
  await post(writing, send, { priority, ...(quotes === null ? {} : { reply_to: { id: quotes } }) });
}
