import { LayoutTemplate, Mic, NotebookPen, Paperclip, SendHorizontal, Smile } from "lucide-react";
import { useRef } from "react";
import { AsCommands, type Sample } from "../../../parts/as-command.tsx";
import { Button, IconButton } from "../../../parts/button.tsx";
import { BOX, INBOX } from "../../../view-words.ts";
import style from "./box.module.css";
import { EmojiButton } from "./emoji/emoji-button.tsx";
import { SendLater } from "./later/send-later.tsx";

type BoxButtonsProps = {
  isNote: boolean;
  isClosed: boolean;
  isBusy: boolean;
  /** Takes files; null where none can be sent. */
  onFiles: ((files: readonly File[]) => void) | null;
  /** Puts an emoji in where the cursor is; null where nothing is written. */
  onEmoji: ((emoji: string) => void) | null;
  /** Begins to record a voice message; null where none can be sent, or while one is recorded. */
  onRecord: (() => void) | null;
  /** Chooses a template; null where a number has none, or somebody may not see them. */
  onTemplate: (() => void) | null;
  /** Sends what is written at a later time; null for notes. */
  onLater: ((at: string) => void) | null;
  /** The commands that do the same as sending, now or at a time. */
  commands: (at: string | null) => readonly Sample[];
  /** Writes a note in place of an answer, or the other way round; null where only one can be written, or recorded. */
  onNote: (() => void) | null;
};

/** What can be put into an answer, and the button that sends it. */
export function BoxButtons(props: BoxButtonsProps) {
  const { isNote, isClosed, isBusy, onFiles, onEmoji, onRecord, onTemplate, onLater, onNote, commands } =
    props;
  return (
    <div className={style.buttons}>
      {onFiles !== null && <AttachButton onFiles={onFiles} />}
      {onEmoji !== null && <EmojiButton label={BOX.emoji} icon={Smile} onChoose={onEmoji} />}
      {onRecord !== null && <IconButton label={BOX.record} icon={Mic} onPress={onRecord} />}
      {onTemplate !== null && <IconButton label={BOX.template} icon={LayoutTemplate} onPress={onTemplate} />}
      <span className={style.space} />
      {onNote !== null && (
        <Button kind="quiet" icon={NotebookPen} onPress={onNote}>
          {isNote ? INBOX.answer : INBOX.writeNote}
        </Button>
      )}
      {!isClosed && (
        <span className={style.command}>
          <AsCommands samples={() => commands(null)} />
        </span>
      )}
      {!isClosed && onLater !== null && <SendLater onSend={onLater} commands={commands} />}
      {!isClosed && (
        <Button kind="main" type="submit" icon={isNote ? NotebookPen : SendHorizontal} isBusy={isBusy}>
          {isNote ? INBOX.keep : INBOX.send}
        </Button>
      )}
    </div>
  );
}

function AttachButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label={BOX.attach} icon={Paperclip} onPress={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={BOX.attach}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // the same file can be chosen again, once it was mended
          target.value = "";
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
