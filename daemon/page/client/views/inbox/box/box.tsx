import { NotebookPen, SendHorizontal, X } from "lucide-react";
import { useRef, useState } from "react";
import { Link } from "wouter";
import { useChange } from "../../../api/queries.ts";
import { useMay } from "../../../api/session.tsx";
import { Button, IconButton } from "../../../parts/button.tsx";
import { useKeys } from "../../../parts/keys.ts";
import { ProblemNote } from "../../../parts/problem.tsx";
import { toast } from "../../../parts/toast.tsx";
import { textOf } from "../thread/quoted.tsx";
import type { Conversation, Message } from "../types.ts";
import { INBOX } from "../words.ts";
import style from "./box.module.css";
import { useDraft } from "./draft.ts";
import type { Sending } from "./use-send.ts";
import { Writing } from "./writing.tsx";

type BoxProps = {
  conversation: Conversation;
  sending: Sending;
  quoted: Message | null;
  onQuote: (message: Message | null) => void;
};

/** Where an answer is written, or a note for colleagues. Enter sends, Shift+Enter begins a line. */
export function Box({ conversation, sending, quoted, onQuote }: BoxProps) {
  const { id, contact_id, service_window } = conversation;
  const may = useMay();
  const mayAnswer = may("messages:send");
  const mayNote = contact_id !== null && may("contacts:write");
  const [wantsNote, setWantsNote] = useState(!mayAnswer);
  const isNote = wantsNote && mayNote;
  const [draft, setDraft] = useDraft(isNote ? `${id}:note` : id);
  const note = useChange("POST /v1/contacts/{id}/notes", { done: () => toast(INBOX.noteKept) });
  const input = useRef<HTMLTextAreaElement>(null);
  useKeys([{ keys: "r", does: INBOX.keyAnswer, run: () => input.current?.focus() }]);
  const isClosed = service_window === "closed" && !isNote;

  const submit = async () => {
    const body = draft.trim();
    if (body === "") return;
    if (isNote) {
      const kept = await note.run({ path: { id: contact_id }, body: { body } });
      if (kept !== null) setDraft("");
      return;
    }
    setDraft("");
    onQuote(null);
    sending.send(body, quoted?.provider_message_id ?? null, (refused) => setDraft(refused));
  };

  return (
    <form
      className={`${style.box} ${isNote ? style.isNote : ""}`}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <ProblemNote problem={isNote ? note.problem : sending.refused} />
      {quoted !== null && !isNote && (
        <p className={style.quoting}>
          <span>
            {INBOX.quoting} {textOf(quoted)}
          </span>
          <IconButton label={INBOX.dropQuote} icon={X} onPress={() => onQuote(null)} />
        </p>
      )}
      {isClosed ? (
        <Closed conversation={conversation} />
      ) : (
        <Writing {...{ id, draft, setDraft, isNote, input }} onSubmit={() => void submit()} />
      )}
      <div className={style.buttons}>
        {mayNote && mayAnswer && (
          <Button kind="quiet" icon={NotebookPen} onPress={() => setWantsNote(!wantsNote)}>
            {isNote ? INBOX.answer : INBOX.writeNote}
          </Button>
        )}
        {!isClosed && (
          <Button
            kind="main"
            type="submit"
            icon={isNote ? NotebookPen : SendHorizontal}
            isBusy={note.isRunning}
          >
            {isNote ? INBOX.keep : INBOX.send}
          </Button>
        )}
      </div>
    </form>
  );
}

function Closed({ conversation: { channel_id, contact_id } }: Pick<BoxProps, "conversation">) {
  const to = contact_id === null ? "" : `&to=${contact_id}`;
  return (
    <p className={style.closed}>
      {INBOX.windowClosedText}{" "}
      <Link href={`/messages/new?channel_id=${channel_id}&type=template${to}`}>{INBOX.sendTemplate}</Link>
    </p>
  );
}
