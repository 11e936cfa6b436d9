import { lazy, Suspense, useEffect } from "react";
import { useParams } from "wouter";
import { useAsk } from "../../api/queries.ts";
import { useMay, useMe } from "../../api/session.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Skeleton } from "../../parts/skeleton.tsx";
import { INBOX } from "../../view-words.ts";
import { restoreFiles } from "./box/attached/restore.ts";
import style from "./inbox.module.css";
import { ConversationList } from "./list/conversation-list.tsx";
import { usePersonShown } from "./person/shown.ts";
import { Thread } from "./thread/thread.tsx";

const Person = lazy(() => import("./person/person.tsx"));

/** Conversations, the one that is open beside them, and the person; each in the others' place on a narrow screen. */
export default function Inbox() {
  const { id } = useParams<{ id?: string }>();
  const { user } = useMe();
  useEffect(() => void restoreFiles(user?.id ?? ""), [user?.id]);
  const contactId = useContactOf(id);
  const { isShown } = usePersonShown();
  const hasPerson = isShown && contactId !== null;
  return (
    <div
      className={style.inbox}
      data-open={id !== undefined || undefined}
      data-person={hasPerson || undefined}
    >
      <div className={style.list}>
        <ConversationList chosen={id} />
      </div>
      {id === undefined ? (
        <div className={style.nothing}>
          <Empty title={INBOX.choose}>{INBOX.chooseText}</Empty>
        </div>
      ) : (
        <div className={style.middle}>
          <Thread key={id} id={id} />
        </div>
      )}
      {id !== undefined && hasPerson && (
        <div className={style.beside}>
          <Suspense fallback={<Skeleton />}>
            <Person contactId={contactId} conversationId={id} />
          </Suspense>
        </div>
      )}
    </div>
  );
}

/** The contact of a conversation; null for a group, and for users who may not see contacts. */
function useContactOf(id: string | undefined): string | null {
  const may = useMay();
  const isAsked = id !== undefined && may("contacts:read");
  const { data } = useAsk("GET /v1/conversations/{id}", { path: { id: id ?? "" } }, { enabled: isAsked });
  return (isAsked && data?.contact_id) || null;
}
