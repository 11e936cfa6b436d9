import { useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { useAsk } from "../../../api/queries.ts";
import { INBOX } from "../../../view-words.ts";
import { isUnsent, onOutbox, placesOf } from "../box/outbox.ts";
import type { Conversation } from "../types.ts";
import { ConversationLine } from "./conversation-line.tsx";
import style from "./list.module.css";
import { useNeighbours } from "./neighbours.ts";

/** The conversations in which something that was written in this browser is not sent, by their ids. */
export function useUnsent(): readonly string[] {
  const ids = useSyncExternalStore(onOutbox, () =>
    placesOf(isUnsent)
      .map(({ conversationId }) => conversationId)
      .join(),
  );
  return ids === "" ? [] : ids.split(",");
}

/** The conversations in which something is not sent: the browser alone knows them. */
export function UnsentLines({ chosen }: { chosen: string | undefined }) {
  const ids = useUnsent();
  useNeighbours(
    ids.map((id) => ({ id })),
    chosen,
  );
  return (
    <div className={style.box}>
      {ids.length === 0 && <p role="status">{INBOX.allSent}</p>}
      <ul className={style.list} aria-label={INBOX.conversations}>
        {ids.map((id, at) => (
          <UnsentLine key={id} id={id} isChosen={id === chosen} place={at + 1} of={ids.length} />
        ))}
      </ul>
    </div>
  );
}

type UnsentLineProps = { id: string; isChosen: boolean; place: number; of: number };

function UnsentLine({ id, ...line }: UnsentLineProps) {
  const { data } = useAsk("GET /v1/conversations/{id}", { path: { id } });
  const listed = useListed(id);
  const conversation = data ?? listed;
  return conversation === undefined ? null : (
    <ConversationLine face={undefined} conversation={conversation} {...line} />
  );
}

/** A conversation as a list had it: nothing can be asked for while there is no network. */
function useListed(id: string): Conversation | undefined {
  const lists = useQueryClient().getQueriesData<{ data?: readonly Conversation[] }>({
    queryKey: ["GET /v1/conversations"],
  });
  return lists.flatMap(([, list]) => list?.data ?? []).find((one) => one.id === id);
}
