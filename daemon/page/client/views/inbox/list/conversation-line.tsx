import { CornerUpLeft } from "lucide-react";
import { Link, useSearch } from "wouter";
import { Time, useNow } from "../../../parts/time.tsx";
import { type Conversation, nameOf } from "../types.ts";
import { INBOX } from "../words.ts";
import style from "./list.module.css";

const HOUR_MS = 3_600_000;
/** What is left of the window is said when it is soon over. */
const SOON_MS = 6 * HOUR_MS;

type LineProps = { conversation: Conversation; isChosen: boolean };

/** One conversation of the list: who, what was last said, and what it wants. */
export function ConversationLine({ conversation, isChosen }: LineProps) {
  const { id, last_message: last, unread_count: unread, unanswered, updated_at } = conversation;
  const search = useSearch();
  return (
    <li>
      <Link
        href={`/inbox/${id}${search === "" ? "" : `?${search}`}`}
        className={`${style.line} ${isChosen ? style.chosen : ""} ${unread > 0 ? style.unread : ""}`}
        aria-current={isChosen ? "true" : undefined}
      >
        <span className={style.name}>{nameOf(conversation)}</span>
        <span className={style.when}>
          <Time at={last?.created_at ?? updated_at} />
        </span>
        <span className={style.preview}>
          {last?.direction === "outbound" && `${INBOX.you}: `}
          {last?.preview ?? last?.type ?? ""}
        </span>
        <span className={style.marks}>
          <Left conversation={conversation} />
          {unanswered && unread === 0 && <CornerUpLeft size={14} aria-label={INBOX.waits} />}
          {unread > 0 && (
            <span className={style.count} role="img" aria-label={INBOX.unread(unread)}>
              {unread > 99 ? "99+" : unread}
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}

/** How long anything may still be sent, where that is soon over or already is. */
function Left({
  conversation: { service_window, service_window_until: until },
}: Pick<LineProps, "conversation">) {
  const now = useNow();
  if (service_window === "closed") return <span className={style.quiet}>{INBOX.windowClosed}</span>;
  if (service_window === null || until === null) return null;
  const left = Date.parse(until) - now;
  if (left > SOON_MS) return null;
  const text =
    left > HOUR_MS ? `${Math.floor(left / HOUR_MS)} h` : `${Math.max(1, Math.floor(left / 60_000))} min`;
  return (
    <span className={style.soon} title={INBOX.left(text)}>
      {text}
    </span>
  );
}
