import type { BodyOf } from "../../../../api/call.ts";
import { quoted, type Sample, sampleOf } from "../../../../parts/as-command.tsx";
import { BOX } from "../../../../view-words.ts";
import { knownIdOf } from "../attached/attach.ts";
import type { Place } from "../place.ts";
import { bodyOf, type ToSend } from "./body.ts";
import { writtenIn } from "./send-written.ts";

/** What stands for the id of a file that is still on its way to the daemon. */
const UNKNOWN_ID = "med_…";

/** The commands that send what is in a box, now or at a time; one of an example while nothing is in it. */
export function answerCommands(place: Place, scheduledAt: string | null = null): readonly Sample[] {
  const written = writtenIn(place, scheduledAt);
  const example: ToSend = { text: BOX.example, file: null, quoted: null, scheduledAt };
  return (written.length === 0 ? [example] : written).map((one, at) => {
    const mediaId = one.file === null ? null : (knownIdOf(one.file) ?? UNKNOWN_ID);
    const body = bodyOf(place, one, mediaId);
    const title = at === 0 ? "" : BOX.andThen(at + 1);
    return sampleOf(title, replyCommand(place, one, body), "POST /v1/messages", { body });
  });
}

/** The command that keeps a note for colleagues. */
export function noteCommands(id: string, body: string, mentions: readonly string[]): readonly Sample[] {
  const note = { body: body === "" ? BOX.exampleNote : body, mentions: [...mentions] };
  const named = mentions.map((one) => ` --mention ${one}`).join("");
  const cli = `conversations note ${id}${named} -- ${quoted(note.body)}`;
  return [sampleOf("", cli, "POST /v1/conversations/{id}/notes", { path: { id }, body: note })];
}

function replyCommand(
  { conversationId }: Place,
  { text, file, quoted: answered, scheduledAt }: ToSend,
  { type, content }: BodyOf<"POST /v1/messages">,
): string {
  const { caption } = content as { caption?: string };
  const isStored = file?.bytes === null;
  return [
    `conversations reply ${conversationId}`,
    file === null && `--text=${quoted(text)}`,
    isStored && `--type ${type} --content=${quoted(JSON.stringify(content))}`,
    file?.bytes && `--file=${quoted(file.file.name)} --as ${file.isVoice ? "voice" : type}`,
    file?.bytes && caption && `--caption=${quoted(caption)}`,
    !isStored && answered?.provider_message_id && `--reply-to=${quoted(answered.provider_message_id)}`,
    scheduledAt && `--at ${scheduledAt}`,
  ]
    .filter(Boolean)
    .join(" ");
}
