import { useChange } from "../../../api/queries.ts";
import { draftOf, writeDraft } from "../../../parts/fields/drafts.ts";
import { useRefusedLater } from "../../../parts/refused-later.ts";
import { BOX } from "../../../view-words.ts";
import { mentionedIn, useColleagues } from "../together/colleagues.ts";
import { usePlace } from "./place.ts";
import { noteCommands } from "./sending/as-commands.ts";

/** The note for colleagues that is being written, and what keeps it. */
export function useNote(id: string, isNote: boolean) {
  const place = usePlace(`${id}:note`);
  const refused = useRefusedLater(BOX.noteInBox, `/inbox/${id}`);
  const { run, problem, isRunning } = useChange("POST /v1/conversations/{id}/notes", { refused });
  const colleagues = useColleagues(isNote);
  const written = () => {
    const body = draftOf(place).trim();
    return { body, mentions: mentionedIn(body, colleagues) };
  };
  async function keep(): Promise<void> {
    const note = written();
    if (note.body === "") return;
    const kept = await run({ path: { id }, body: note });
    // what was written meanwhile is another note
    if (kept !== null && draftOf(place).trim() === note.body) writeDraft(place, "");
  }
  return {
    ...{ place, problem, isBusy: isRunning },
    submit: () => void keep(),
    commands() {
      const { body, mentions } = written();
      return noteCommands(id, body, mentions);
    },
  };
}
