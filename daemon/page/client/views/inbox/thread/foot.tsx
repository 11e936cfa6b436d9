import { Ban, Check, CheckCheck, CircleAlert, Clock } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { time } from "../../../../languages/forms.ts";
import { useMe } from "../../../api/session.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { authorInWords } from "../../../parts/phone/author.ts";
import { Contents } from "../../../parts/phone/contents.tsx";
import { kindOf } from "../../../parts/phone/kinds.ts";
import { objectOf } from "../../../parts/phone/read.ts";
import { exactTime, Time } from "../../../parts/time.tsx";
import { INBOX } from "../../../view-words.ts";
import type { Message } from "../types.ts";
import style from "./thread.module.css";

/** Below a message: who of us wrote it, whether it was edited, when it was, and how far it came. */
export function Foot({ message }: { message: Message }) {
  const { id, created_at, status, edited_at, author } = message;
  return (
    <p className={style.foot}>
      <Author author={author} />
      {edited_at !== null && <Edited message={message} />}
      <Link href={`/messages/${id}`} title={`${exactTime(created_at)}. ${INBOX.openMessage}`}>
        <time dateTime={created_at}>{time(created_at, "clock")}</time>
      </Link>
      {hasTicks(message) && <Ticks status={status} isGroup={message.group_id !== null} />}
    </p>
  );
}

/** Whose it is, if not the user's own. */
function Author({ author }: Pick<Message, "author">) {
  const { user } = useMe();
  if (!author || author.id === user?.id) return null;
  return <bdi className={style.author}>{authorInWords(author)}</bdi>;
}

/** What it said before, from its beginning. */
function Edited({ message: { edits, type } }: { message: Message }) {
  const [isOpen, setOpen] = useState(false);
  if (edits.length === 0) return <span>{INBOX.edited}</span>;
  return (
    <>
      <button type="button" className={style.edited} onClick={() => setOpen(true)}>
        {INBOX.edited}
      </button>
      <Dialog title={INBOX.before} isOpen={isOpen} onClose={() => setOpen(false)}>
        <ol className={style.lines}>
          {edits.map(({ content, at }) => (
            <li key={at} className={style.version}>
              <Time at={at} />
              <Contents type={type} content={objectOf(content)} text={null} />
            </li>
          ))}
        </ol>
      </Dialog>
    </>
  );
}

const TICKS: Readonly<Record<string, typeof Check>> = {
  queued: Clock,
  scheduled: Clock,
  sending: Clock,
  sent: Check,
  delivered: CheckCheck,
  read: CheckCheck,
  played: CheckCheck,
  failed: CircleAlert,
  cancelled: Ban,
};

/** Whether somebody gets it: not what happened on one's own side, such as a call. */
export function hasTicks({ direction, type }: { direction: string | null; type: string }): boolean {
  return direction === "outbound" && kindOf(type).stands !== "line";
}

/** How far a message came; in a group, with at least one of its people. */
export function Ticks({ status, isGroup = false }: { status: string; isGroup?: boolean }) {
  const Icon = TICKS[status] ?? Clock;
  const isRead = status === "read" || status === "played";
  const tone = isRead ? style.read : status === "failed" ? style.failed : "";
  const words = (isGroup ? INBOX.statusesInGroup[status] : undefined) ?? INBOX.statuses[status] ?? status;
  return (
    <Icon size="0.875rem" className={tone} aria-label={words} role="img">
      <title>{words}</title>
    </Icon>
  );
}
