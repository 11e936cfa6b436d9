import { NotebookPen, Paperclip, SendHorizontal } from "lucide-react";
import { useRef } from "react";
import { Button, IconButton } from "../../../parts/button.tsx";
import { INBOX } from "../words.ts";
import style from "./box.module.css";
import { BOX } from "./words.ts";

type BoxButtonsProps = {
  isNote: boolean;
  isClosed: boolean;
  isBusy: boolean;
  /** Takes files; null where none can be sent. */
  onFiles: ((files: readonly File[]) => void) | null;
  /** Writes a note in place of an answer, or the other way round; null for who may write only one of them. */
  onNote: (() => void) | null;
};

/** What can be put into an answer, and the button that sends it. */
export function BoxButtons({ isNote, isClosed, isBusy, onFiles, onNote }: BoxButtonsProps) {
  return (
    <div className={style.buttons}>
      {onFiles !== null && <AttachButton onFiles={onFiles} />}
      <span className={style.space} />
      {onNote !== null && (
        <Button kind="quiet" icon={NotebookPen} onPress={onNote}>
          {isNote ? INBOX.answer : INBOX.writeNote}
        </Button>
      )}
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
