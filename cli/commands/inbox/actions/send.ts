import type { Client } from "../../../lib/api/client.ts";
import type { NewMessage } from "../../../lib/api/types/messages.ts";
import { Failure } from "../../../lib/failures/failure.ts";
import { type Outgoing, withOutgoing } from "../model/chat.ts";
import type { Store } from "../model/session.ts";

type What = Pick<NewMessage, "type" | "content">;

/** Sends a message in the open chat, which shows its state at once. Resolves with whether it was accepted. */
export async function sendInChat(
  client: Client,
  store: Store,
  { type, content }: What,
  text: string,
): Promise<"accepted" | "window closed" | "refused"> {
  const { chat } = store.get();
  if (chat === null) return "refused";
  const conversation_id = chat.conversation.id;
  const body = { conversation_id, type, content };
  const at = new Date().toISOString();
  const outgoing: Outgoing = { key: crypto.randomUUID(), at, text, body, id: null, error: null };
  const show = (change: Partial<Outgoing>) =>
    store.setChat(conversation_id, (open) => withOutgoing(open, { ...outgoing, ...change }));
  show({});
  try {
    const { id } = await client.call("POST /v1/messages", { body }, { idempotencyKey: outgoing.key });
    show({ id });
    return "accepted";
  } catch (error) {
    show({ error: error instanceof Error ? error.message : String(error) });
    const isClosed = error instanceof Failure && error.details.code === "outside_service_window";
    return isClosed ? "window closed" : "refused";
  }
}

/** The message for a file, by the extension of its address. */
export function fileMessage(url: string, caption: string): What {
  const name = nameOf(url);
  const type = TYPES.find(([ending]) => ending.test(name))?.[1] ?? "document";
  const named = type === "document" && name !== "" ? { file_name: name } : {};
  const said = caption === "" || type === "audio" || type === "sticker" ? {} : { caption };
  return { type, content: { media_url: url, ...named, ...said } };
}

function nameOf(url: string): string {
  const name = URL.parse(url)?.pathname.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

const TYPES: readonly [ending: RegExp, type: string][] = [
  [/\.(jpe?g|png)$/i, "image"],
  [/\.(mp4|3gp)$/i, "video"],
  [/\.(aac|amr|mp3|m4a|ogg|opus)$/i, "audio"],
  [/\.webp$/i, "sticker"],
];
