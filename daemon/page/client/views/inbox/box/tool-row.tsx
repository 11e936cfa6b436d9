import { LayoutTemplate, Mic, NotebookPen, Paperclip, Smile } from "lucide-react";
import { useRef } from "react";
import { AsCommands, type Sample } from "../../../parts/as-command.tsx";
import { Button, IconButton } from "../../../parts/button.tsx";
import { BOX, INBOX } from "../../../view-words.ts";
import style from "./box.module.css";
import { EmojiButton } from "./emoji/emoji-button.tsx";
import { SendLater } from "./later/send-later.tsx";
import type { Tools } from "./situation.ts";

type ToolRowProps = {
  tools: Tools;
  isNote: boolean;
  /** On a phone, where the row is folded. */
  isOpen: boolean;
  onFiles: (files: readonly File[]) => void;
  /** Puts an emoji in where the cursor is. */
  onEmoji: (emoji: string) => void;
  onRecord: () => void;
  onTemplate: () => void;
  onLater: (at: string) => void;
  /** Writes a note in place of an answer, or the other way round. */
  onNote: () => void;
  /** The commands that do the same as sending, now or at a time. */
  commands: (at: string | null) => readonly Sample[];
};

/** What can be put into an answer, and what else can be done with it. */
export function ToolRow({ tools, isNote, isOpen, commands, ...on }: ToolRowProps) {
  return (
    <div className={style.tools} data-open={isOpen || undefined}>
      {tools.files && <AttachButton onFiles={on.onFiles} />}
      {tools.emoji && <EmojiButton label={BOX.emoji} icon={Smile} onChoose={on.onEmoji} />}
      {tools.record && <IconButton label={BOX.record} icon={Mic} onPress={on.onRecord} />}
      {tools.template && <IconButton label={BOX.template} icon={LayoutTemplate} onPress={on.onTemplate} />}
      <span className={style.space} />
      {tools.note && (
        <Button kind="quiet" icon={NotebookPen} onPress={on.onNote}>
          {isNote ? INBOX.answer : INBOX.writeNote}
        </Button>
      )}
      {tools.send && (
        <span className={style.command}>
          <AsCommands samples={() => commands(null)} />
        </span>
      )}
      {tools.later && <SendLater onSend={on.onLater} commands={commands} />}
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
