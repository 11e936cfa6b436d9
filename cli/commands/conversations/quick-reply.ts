import type { Client } from "../../lib/api/client.ts";
import type { QuickReply } from "../../lib/api/types/conversations.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import type { MessageBody } from "../send/message-body.ts";

/** A quick reply as the message to the contact of a conversation. Throws a usage failure when a field is missing. */
export async function quickReplyMessage(
  cli: Cli,
  conversation_id: string,
  shortcut: string,
): Promise<MessageBody> {
  const client = await cli.client();
  const query = { conversation_id, q: shortcut, limit: 100 };
  const { data } = await client.call("GET /v1/quick_replies", { query });
  const reply = data.find((one) => one.shortcut === shortcut.toLowerCase());
  const filled = reply?.filled ?? null;
  if (reply === undefined || filled === null)
    throw usageFailure(
      `there is no quick reply ${shortcut} for this conversation`,
      "See: waypost quick-replies list",
    );
  if (filled.missing.length > 0)
    throw usageFailure(
      `the contact has no ${filled.missing.join(", ")}`,
      "Write the text with --text, or give the quick reply words for those who lack the field: {{first_name|there}}",
    );
  const file = await fileOf(client, reply);
  return file === null ? { type: "text", content: { body: filled.text } } : withCaption(file, filled.text);
}

/** A file that a quick reply has. */
export type QuickReplyFile = { id: string; kind: string; name: string };

/** The file of a quick reply, as what can stand above its text; null without one. */
export async function fileOf(
  client: Client,
  { media_id }: Pick<QuickReply, "media_id">,
): Promise<QuickReplyFile | null> {
  if (media_id === null) return null;
  const info = await client.call("GET /v1/media/{id}/info", { path: { id: media_id } });
  const family = info.mime_type?.split("/")[0] ?? "";
  // other kinds show no text below them
  const kind = family === "image" || family === "video" ? family : "document";
  return { id: media_id, kind, name: info.filename ?? kind };
}

/** A file with words below it, if there are any. */
export function withCaption({ id, kind }: QuickReplyFile, caption: string): MessageBody {
  return { type: kind, content: { media_id: id, ...(caption === "" ? {} : { caption }) } };
}
