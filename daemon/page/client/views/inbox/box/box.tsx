import { useCallback, useRef, useState } from "react";
import { useChannels } from "../../../api/channels.ts";
import { useChange } from "../../../api/queries.ts";
import { useMay } from "../../../api/session.tsx";
import { useKeys } from "../../../parts/keys.ts";
import { ProblemNote } from "../../../parts/problem.tsx";
import { toast } from "../../../parts/toast.tsx";
import type { Conversation } from "../types.ts";
import { INBOX } from "../words.ts";
import { attach } from "./attached/attach.ts";
import { AttachedFiles } from "./attached/attached-files.tsx";
import { useGivenFiles } from "./attached/use-given.ts";
import style from "./box.module.css";
import { BoxButtons } from "./box-buttons.tsx";
import { Closed } from "./closed.tsx";
import { draftOf, writeDraft } from "./drafts.ts";
import { useOutbox } from "./outbox.ts";
import { usePlace } from "./place.ts";
import { Quoting } from "./quoting.tsx";
import { sendWritten } from "./sending/send-written.ts";
import { BOX } from "./words.ts";
import { Writing } from "./writing.tsx";

const OFFICIAL = "whatsapp_official";

/** Where an answer is written, or a note for colleagues. Enter sends, Shift+Enter begins a line. */
export function Box({ conversation }: { conversation: Conversation }) {
  const { id, contact_id, channel_id, service_window } = conversation;
  const may = useMay();
  const mayAnswer = may("messages:send");
  const mayNote = contact_id !== null && may("contacts:write");
  const [wantsNote, setWantsNote] = useState(!mayAnswer);
  const isNote = wantsNote && mayNote;
  const place = usePlace(id);
  const notePlace = usePlace(`${id}:note`);
  const refused = useOutbox(place, (outbox) => outbox.refused);
  const note = useChange("POST /v1/contacts/{id}/notes", { done: () => toast(INBOX.noteKept) });
  const input = useRef<HTMLTextAreaElement>(null);
  const isOfficial = useChannels().platformOf(channel_id) === OFFICIAL;
  useKeys([{ keys: "r", does: INBOX.keyAnswer, run: () => input.current?.focus() }]);
  const isClosed = service_window === "closed" && !isNote;
  const takesFiles = mayAnswer && may("media:write") && !isNote && !isClosed;
  const { key } = place;
  const take = useCallback(
    (files: readonly File[]) => {
      attach({ conversationId: id, key }, files, { isOfficial });
      input.current?.focus();
    },
    [id, key, isOfficial],
  );
  const isOver = useGivenFiles(takesFiles ? take : null);

  const submit = async () => {
    if (!isNote) return sendWritten(place);
    const body = draftOf(notePlace).trim();
    if (body === "") return;
    const kept = await note.run({ path: { id: contact_id }, body: { body } });
    if (kept !== null) writeDraft(notePlace, "");
  };

  return (
    <form
      className={`${style.box} ${isNote ? style.isNote : ""}`}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <ProblemNote problem={isNote ? note.problem : refused} />
      {!isNote && <Quoting place={place} />}
      {!isNote && <AttachedFiles {...{ place, isOfficial }} />}
      {isClosed ? (
        <Closed conversation={conversation} />
      ) : (
        <Writing
          {...{ id, isNote, input }}
          place={isNote ? notePlace : place}
          onSubmit={() => void submit()}
        />
      )}
      <BoxButtons
        {...{ isNote, isClosed }}
        isBusy={note.isRunning}
        onFiles={takesFiles ? take : null}
        onNote={mayNote && mayAnswer ? () => setWantsNote(!wantsNote) : null}
      />
      {isOver && <p className={style.over}>{BOX.drop}</p>}
    </form>
  );
}
