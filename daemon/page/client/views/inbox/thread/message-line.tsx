import { Ban, Check, CheckCheck, CircleAlert, Clock, Reply } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { IconButton } from "../../../parts/button.tsx";
import { Contents } from "../../../parts/phone/contents.tsx";
import { objectOf } from "../../../parts/phone/read.ts";
import { sentence } from "../../../parts/problem.tsx";
import { exactTime } from "../../../parts/time.tsx";
import type { Message } from "../types.ts";
import { INBOX } from "../words.ts";
import { quotedId } from "./lines.ts";
import style from "./thread.module.css";

const HOUR = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });

type MessageLineProps = {
  message: Message;
  quoted: Message | null;
  reactions: readonly string[];
  onQuote: ((message: Message) => void) | null;
};

/** One message as a phone draws it, with its time, its ticks, and why it was not sent. */
export function MessageLine({ message, quoted, reactions, onQuote }: MessageLineProps) {
  const { id, direction, type, deleted_at, edited_at, error, status } = message;
  const quotes = quotedId(message) !== "";
  return (
    <li id={`message-${id}`} className={`${style.row} ${style[direction]}`} tabIndex={-1}>
      <div className={style.bubble}>
        <Writer message={message} />
        {quotes && <Quoted message={quoted} />}
        {deleted_at !== null ? (
          <p className={style.quiet}>
            <Ban aria-hidden size={14} /> {INBOX.deleted}
          </p>
        ) : (
          <Contents type={type} content={objectOf(message.content)} text={textOf(message)} />
        )}
        <p className={style.foot}>
          {edited_at !== null && <span>{INBOX.edited}</span>}
          <Link href={`/messages/${id}`} title={`${exactTime(message.created_at)}. ${INBOX.openMessage}`}>
            <time dateTime={message.created_at}>{HOUR.format(new Date(message.created_at))}</time>
          </Link>
          {direction === "outbound" && <Ticks status={status} />}
        </p>
      </div>
      {onQuote !== null && message.provider_message_id !== null && deleted_at === null && (
        <span className={style.act}>
          <IconButton label={INBOX.quote} icon={Reply} onPress={() => onQuote(message)} />
        </span>
      )}
      {reactions.length > 0 && <p className={style.reactions}>{reactions.join(" ")}</p>}
      {error !== null && direction === "outbound" && (
        <p className={style.error}>
          {sentence(error.detail)} <Link href={`/messages/${id}`}>{INBOX.whyNot}</Link>
        </p>
      )}
    </li>
  );
}

/** In groups: who wrote it. */
function Writer({ message }: { message: Message }) {
  const { group, direction } = message;
  if (group === null || direction === "outbound") return null;
  return <p className={style.writer}>{group.participant ?? INBOX.somebody}</p>;
}

function Quoted({ message }: { message: Message | null }) {
  if (message === null)
    return (
      <p className={style.quoted}>
        {INBOX.quotes} {INBOX.quotedGone}
      </p>
    );
  const jump = () => {
    const target = document.getElementById(`message-${message.id}`);
    target?.scrollIntoView({ block: "center" });
    target?.focus({ preventScroll: true });
  };
  return (
    <button type="button" className={style.quoted} onClick={jump}>
      {textOf(message)}
    </button>
  );
}

/** What it says; of what has no words, what it is. */
export function textOf({ text, type }: Pick<Message, "text" | "type">): string {
  return text ?? type.replaceAll("_", " ");
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

function Ticks({ status }: { status: string }): ReactNode {
  const Icon = TICKS[status] ?? Clock;
  const isRead = status === "read" || status === "played";
  const tone = isRead ? style.read : status === "failed" ? style.failed : "";
  return <Icon size={14} className={tone} aria-label={INBOX.statuses[status] ?? status} role="img" />;
}
