import { Ban, Reply } from "lucide-react";
import { memo, useContext } from "react";
import { IconButton } from "../../../parts/button.tsx";
import { Contents } from "../../../parts/phone/contents.tsx";
import { kindOf } from "../../../parts/phone/kinds.ts";
import { objectOf, objectsOf } from "../../../parts/phone/read.ts";
import { INBOX } from "../../../view-words.ts";
import { React } from "../box/emoji/react.tsx";
import type { Message } from "../types.ts";
import type { Reaction } from "./changes.ts";
import { Foot } from "./foot.tsx";
import { type MessageLine as Line, quotedId } from "./lines.ts";
import { Writers, writerOf } from "./people.ts";
import { Quoted } from "./quoted.tsx";
import style from "./thread.module.css";
import { Viewable } from "./viewer.tsx";
import { Why } from "./why.tsx";

type MessageLineProps = Pick<Line, "message" | "quoted" | "reactions" | "votes"> & {
  onQuote: ((message: Message) => void) | null;
  /** Leads to the message that another one answers, by either of its ids; `from` is that other one. */
  onJump: (to: string, from: string) => void;
};

/** One message as a phone draws it, with its time, its ticks, and why it was not delivered. */
export const MessageLine = memo(function MessageLine({
  message,
  quoted,
  reactions,
  votes,
  onQuote,
  onJump,
}: MessageLineProps) {
  const { id, direction, type, deleted_at, provider_message_id } = message;
  const { stands } = kindOf(type);
  const isLine = stands === "line" || stands === "nowhere";
  return (
    <li
      id={`message-${id}`}
      className={`${style.row} ${isLine ? style.between : style[direction]}`}
      tabIndex={-1}
    >
      <div className={`${style.bubble} ${style[stands]}`}>
        <Inside {...{ message, quoted, votes }} onJump={() => onJump(quotedId(message), id)} />
      </div>
      {onQuote !== null && provider_message_id !== null && deleted_at === null && !isLine && (
        <span className={style.act}>
          <IconButton label={INBOX.quote} icon={Reply} onPress={() => onQuote(message)} />
          <React message={message} />
        </span>
      )}
      {reactions.length > 0 && <Reactions reactions={reactions} />}
      <Why message={message} />
    </li>
  );
});

type InsideProps = Pick<MessageLineProps, "message" | "quoted" | "votes"> & { onJump: () => void };

function Inside({ message, quoted, votes, onJump }: InsideProps) {
  const { type, text, channel_id, deleted_at, direction } = message;
  return (
    <>
      <Writer message={message} />
      {quotedId(message) !== "" && <Quoted message={quoted} onJump={onJump} />}
      {deleted_at !== null ? (
        <p className={style.quiet}>
          <Ban aria-hidden size="0.875rem" /> {direction === "inbound" ? INBOX.deleted : INBOX.deletedByUs}
        </p>
      ) : (
        <Viewable message={message}>
          <Contents {...{ type, text, votes }} content={objectOf(message.content)} channelId={channel_id} />
        </Viewable>
      )}
      <Foot message={message} />
    </>
  );
}

/** In groups: who wrote it, unless it says so itself, as of somebody who left. */
function Writer({ message }: { message: Message }) {
  const { group, direction, content } = message;
  const colour = useContext(Writers).get(group?.participant ?? "")?.colour ?? 0;
  const [person, ...others] = objectsOf(objectOf(content).people);
  const isNamed = person !== undefined && others.length === 0 && person.address === group?.participant;
  if (group === null || direction === "outbound" || isNamed) return null;
  return (
    <p className={`${style.writer} ${style[`writer${colour}`]}`} dir="auto">
      {writerOf(message)}
    </p>
  );
}

/** Each emoji once, with how many chose it, and who when it is pointed at. */
function Reactions({ reactions }: { reactions: readonly Reaction[] }) {
  const emojis = [...new Set(reactions.map(({ emoji }) => emoji))];
  return (
    <ul className={style.reactions} aria-label={INBOX.reactions}>
      {emojis.map((emoji) => {
        const all = reactions.filter((one) => one.emoji === emoji);
        return (
          <li key={emoji} title={all.map(({ by }) => by).join(", ")}>
            <bdi>{emoji}</bdi>
            {all.length > 1 && ` ${all.length}`}
          </li>
        );
      })}
    </ul>
  );
}
