import type { RowOf } from "../../api/call.ts";
import { quoted } from "../../parts/as-command.tsx";

export type QuickReply = RowOf<"GET /v1/quick_replies">;

/** Where the list is. */
export const BACK = "/settings/quick-replies";

/** What is written of a quick reply. */
export type Draft = Pick<QuickReply, "shortcut" | "title" | "body" | "channel_ids" | "media_id">;

/** What a form starts with. */
export function draftOf(reply: QuickReply | null): Draft {
  if (reply === null) return { shortcut: "", title: "", body: "", channel_ids: null, media_id: null };
  const { shortcut, title, body, channel_ids, media_id } = reply;
  return { shortcut, title, body, channel_ids, media_id };
}

/** As the API takes it: the shortcut without the slash that asks for it, and with a title. */
export function bodyOf({ shortcut, title, ...rest }: Draft): Draft {
  const word = shortcut.trim().replace(/^\//, "");
  return { ...rest, shortcut: word, title: title.trim() === "" ? word : title };
}

/** The command that does the same: it changes the one of an id, or creates one. */
export function commandOf(id: string | null, draft: Draft): string {
  const { shortcut, title, body, channel_ids, media_id } = draft;
  const channels = (channel_ids ?? []).map((one) => ` --channel ${quoted(one)}`).join("");
  const file = media_id === null ? "" : ` --media ${quoted(media_id)}`;
  const options = `--title=${quoted(title)}${channels}${file}`;
  if (id === null) return `quick-replies create ${options} -- ${quoted(shortcut)} ${quoted(body)}`;
  const none = [channel_ids === null && " --all-channels", media_id === null && " --remove-media"].filter(
    Boolean,
  );
  return `quick-replies update ${id} --shortcut=${quoted(shortcut)} --body=${quoted(body)} ${options}${none.join("")}`;
}
