import { NotebookPen } from "lucide-react";
import { useMe } from "../../../api/session.tsx";
import { Time } from "../../../parts/time.tsx";
import { INBOX, TOGETHER } from "../../../view-words.ts";
import type { Note } from "../types.ts";
import style from "./together.module.css";

/** What a colleague wrote to the others: no message, and said so. */
export function NoteLine({ note }: { note: Note }) {
  const { user } = useMe();
  const { author, mentions, created_at, body } = note;
  const isForMe = mentions.some(({ id }) => id === user?.id);
  return (
    <li className={style.note} data-mine={isForMe || undefined}>
      <p className={style.noteHead}>
        <NotebookPen aria-hidden size="0.875rem" /> {INBOX.note} · <bdi>{authorOf(author, user?.id)}</bdi> ·{" "}
        <Time at={created_at} />
      </p>
      {isForMe && <p className={style.forMe}>{TOGETHER.mentionsYou}</p>}
      <p className={style.words} dir="auto">
        {body}
      </p>
    </li>
  );
}

function authorOf({ id, name }: Note["author"], me: string | undefined): string {
  return id === me ? INBOX.you : (name ?? INBOX.colleague);
}
