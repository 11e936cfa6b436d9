import { useParams } from "wouter";
import { Empty } from "../../parts/empty.tsx";
import style from "./inbox.module.css";
import { ConversationList } from "./list/conversation-list.tsx";
import { Thread } from "./thread/thread.tsx";
import { INBOX } from "./words.ts";

/** Conversations, and the one that is open beside them; in their place on a narrow screen. */
export default function Inbox() {
  const { id } = useParams<{ id?: string }>();
  return (
    <div className={style.inbox} data-open={id !== undefined || undefined}>
      <div className={style.list}>
        <ConversationList chosen={id} />
      </div>
      {id === undefined ? (
        <div className={style.nothing}>
          <Empty title={INBOX.choose}>{INBOX.chooseText}</Empty>
        </div>
      ) : (
        <Thread key={id} id={id} />
      )}
    </div>
  );
}
