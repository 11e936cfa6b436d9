import { filesOf, mediaIdOf, nameOf } from "../../../parts/phone/files/media.ts";
import { objectOf, textAt } from "../../../parts/phone/read.ts";
import { writerOf } from "../thread/people.ts";
import type { Message } from "../types.ts";

/** A picture or video of a message. `key` distinguishes it from the same file in another message, or on another card. */
export type Picture = {
  key: string;
  id: string;
  kind: string;
  name: string;
  caption: string | null;
  who: string;
  at: string;
};

/** Those of a message that is not deleted, in their order. */
export function picturesOf(message: Message): Picture[] {
  if (message.deleted_at !== null) return [];
  const content = objectOf(message.content);
  const [who, at] = [writerOf(message), message.created_at];
  // the words of a template begin with what its file is
  const template = message.type === "template" ? (message.text ?? "").replace(/^(Image|Video)\n/, "") : null;
  return filesOf(message.type, content).flatMap(({ kind, file }, nth) => {
    const id = mediaIdOf(file);
    if (id === null || !["image", "video"].includes(kind)) return [];
    const caption = textAt(file, "caption", "body") ?? textAt(content, "body") ?? template;
    return [{ key: `${message.id} ${nth}`, id, kind, name: nameOf(kind, file), caption, who, at }];
  });
}
