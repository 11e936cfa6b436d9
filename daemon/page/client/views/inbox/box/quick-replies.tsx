import { useAsk } from "../../../api/queries.ts";
import { INBOX } from "../words.ts";
import style from "./box.module.css";

const MOST = 8;

export type QuickReply = { shortcut: string; title: string; text: string };

/** The quick replies that a draft such as `/ho` asks for, filled for the person; null where it asks for none. */
export function useQuickReplies(conversation_id: string, draft: string): readonly QuickReply[] | null {
  const typed = /^\/(\S*)$/.exec(draft)?.[1];
  const { data } = useAsk(
    "GET /v1/quick_replies",
    { query: { conversation_id, limit: 100 } },
    { enabled: typed !== undefined },
  );
  if (typed === undefined || data === undefined) return null;
  return data.data
    .filter(({ shortcut }) => shortcut.startsWith(typed.toLowerCase()))
    .slice(0, MOST)
    .map(({ shortcut, title, body, filled }) => ({ shortcut, title, text: filled?.text ?? body }));
}

type QuickRepliesProps = {
  id: string;
  found: readonly QuickReply[];
  at: number;
  onChoose: (reply: QuickReply) => void;
};

/** The list over the box. Arrows and Enter in the box choose from it. */
export function QuickReplies({ id, found, at, onChoose }: QuickRepliesProps) {
  if (found.length === 0) return <p className={style.hint}>{INBOX.noQuickReplies}</p>;
  return (
    <div id={id} role="listbox" aria-label={INBOX.quickReplies} className={style.quick}>
      {found.map((reply, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the box, which keeps the focus
        <div
          key={reply.shortcut}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          className={style.option}
          onClick={() => onChoose(reply)}
        >
          <strong>/{reply.shortcut}</strong> <span>{reply.text}</span>
        </div>
      ))}
    </div>
  );
}
