/** Uploaded files in the messages of a daemon with a paired and an official number. */
import type { Chat } from "../providers/whatsapp-web/chat.ts";

export type Json = Record<string, unknown>;
const TO = "16505550100";

export const hash = (bytes: Uint8Array) => new Bun.CryptoHasher("sha256").update(bytes).digest("hex");

/** A file of so many bytes that begins as its kind does. */
export function file(beginning: string, size: number): Buffer {
  const bytes = Buffer.from(crypto.getRandomValues(new Uint8Array(Math.min(size, 65_536))));
  const whole = Buffer.concat(
    Array.from({ length: Math.ceil(size / bytes.length) }, () => bytes),
    size,
  );
  whole.write(beginning, "latin1");
  return whole;
}

/** Uploads a file, as it is or as the query of the request wants it; returns its id. */
export async function upload(chat: Chat, bytes: Uint8Array, name = "file.bin", query = ""): Promise<string> {
  const answer = await fetch(`${chat.daemon.url}/v1/media${query}`, {
    method: "POST",
    headers: {
      "x-api-key": chat.daemon.key,
      "content-disposition": `attachment; filename="${name}"`,
      "content-type": "application/octet-stream",
    },
    body: bytes,
  });
  const body = (await answer.json()) as { id: string };
  if (answer.status !== 201) throw new Error(JSON.stringify(body));
  return body.id;
}

/** Sends a message from the official number. */
export const post = (chat: Chat, type: string, content: Json, more: Json = {}) =>
  chat.daemon.call("POST", "/v1/messages", {
    ...{ channel_id: chat.daemon.channelId, to: TO, type, content },
    ...more,
  });

/** The messages that arrived at a person of the Graph sandbox. */
export async function arrived(chat: Chat, id: string): Promise<Json[]> {
  await chat.daemon.until(id, "sent", "delivered", "read", "failed");
  const answer = await fetch(`${chat.daemon.sandbox.url}/sandbox/messages?callback=${id}`);
  const { data } = (await answer.json()) as { data: { files: Json[] }[] };
  return data.flatMap(({ files }) => files);
}
