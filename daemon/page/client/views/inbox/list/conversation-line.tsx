import { Bot, CornerUpLeft, Hand } from "lucide-react";
import { memo } from "react";
import { Link } from "wouter";
import { useChannels } from "../../../api/channels.ts";
import { useTeams } from "../../../api/teams.ts";
import { PAIRED } from "../../../parts/alarms/next-step.ts";
import { Face as Shown } from "../../../parts/faces/face.tsx";
import { type Face, faceOf } from "../../../parts/faces/faces.ts";
import { useDraft } from "../../../parts/fields/drafts.ts";
import { TYPE_NAMES } from "../../../parts/phone/type-names.ts";
import { spanInWords, Time, useNow } from "../../../parts/time.tsx";
import common from "../../../style/common.module.css";
import { INBOX } from "../../../view-words.ts";
import { WORDS } from "../../../words.ts";
import { useUnsentText } from "../box/pending.tsx";
import { usePlace } from "../box/place.ts";
import { hasTicks, Ticks } from "../thread/foot.tsx";
import { type Conversation, nameOf, personIn } from "../types.ts";
import { useAddressOf } from "./addresses.ts";
import { useColleagues } from "./colleagues.ts";
import style from "./list.module.css";

const HOUR_MS = 3_600_000;
/** What is left of the window is said when it is soon over. */
const SOON_MS = 6 * HOUR_MS;

type LineProps = {
  conversation: Conversation;
  face: Face | undefined;
  isChosen: boolean;
  /** Its number in the list, from one, and the length of that; -1 while it is not known. */
  place: number;
  of: number;
};

/** As much of a draft as a line has room for: what is written behind it changes nothing. */
const startOf = (draft: string) => draft.trim().slice(0, 120);

/** One conversation of the list: who, what was last said, and what it wants. Drawn again only when that changes. */
export const ConversationLine = memo(function ConversationLine({
  conversation,
  face = faceOf(personIn(conversation)),
  isChosen,
  place,
  of,
}: LineProps) {
  const {
    id,
    contact_id,
    channel_id,
    last_message: last,
    unread_count: unread,
    waiting_since,
    updated_at,
    handled_by,
    held_by,
  } = conversation;
  const addressOf = useAddressOf();
  const isPaired = useChannels().platformOf(channel_id) === PAIRED;
  const unsent = useUnsentText(id);
  // what is being written in the open one is seen in its box
  const written = useDraft(usePlace(id), startOf);
  const draft = unsent || (isChosen ? "" : written);
  return (
    <li aria-posinset={place} aria-setsize={of}>
      <Link
        href={addressOf(id)}
        className={`${style.line} ${isChosen ? style.chosen : ""} ${unread > 0 ? style.unread : ""}`}
        aria-current={isChosen ? "true" : undefined}
      >
        <span className={style.face}>
          <Shown face={face} contactId={contact_id} asks={isChosen && isPaired} />
        </span>
        <span className={style.name}>{nameOf(conversation)}</span>
        <span className={style.when}>
          <Time at={last?.created_at ?? updated_at} />
        </span>
        <span className={style.preview}>
          {unsent !== null ? (
            <strong className={style.unsent}>{INBOX.unsentLine} </strong>
          ) : draft !== "" ? (
            <strong className={style.draft}>{INBOX.draftLine} </strong>
          ) : (
            last &&
            hasTicks(last) && <Ticks status={last.status ?? ""} isGroup={conversation.group_id !== null} />
          )}
          <bdi>{draft === "" ? (last?.preview ?? TYPE_NAMES[last?.type ?? ""] ?? "") : draft}</bdi>
        </span>
        <span className={style.marks}>
          {handled_by === "agent" && <Bot size="0.875rem" role="img" aria-label={INBOX.agentAnswers} />}
          {held_by !== null && handled_by !== "agent" && (
            <Hand size="0.875rem" role="img" aria-label={INBOX.heldMark(held_by.name ?? INBOX.aKey)} />
          )}
          <Waits since={waiting_since} />
          {unread > 0 && (
            <span className={common.count} role="img" aria-label={WORDS.unreadCount(unread)}>
              {unread > 99 ? "99+" : unread}
            </span>
          )}
        </span>
        <About conversation={conversation} />
        <span className={style.end}>
          <Left conversation={conversation} />
        </span>
      </Link>
    </li>
  );
});

const STATUSES: Readonly<Record<string, string>> = INBOX.filters.statuses;

/** On which number it is, whose it is, and how it is called. */
function About({
  conversation: { channel_id, assignee_id, team_id, status, archived_at, tags },
}: Pick<LineProps, "conversation">) {
  const channels = useChannels();
  const nameOfUser = useColleagues();
  const teams = useTeams();
  const parts = [
    status === "open" ? null : (STATUSES[status] ?? status),
    archived_at === null ? null : INBOX.filters.statuses.archived,
    channels.options.length > 1 ? channels.nameOf(channel_id) : null,
    assignee_id === null ? null : nameOfUser(assignee_id),
    team_id === null ? null : teams.nameOf(team_id),
    ...tags.map((tag) => `#${tag}`),
  ];
  return <span className={style.about}>{parts.filter((part) => part !== null).join(" · ")}</span>;
}

/** How long somebody waits for an answer. */
function Waits({ since }: { since: string | null }) {
  const now = useNow();
  if (since === null) return null;
  const time = spanInWords(now - Date.parse(since));
  return (
    <span className={style.waits} role="img" aria-label={INBOX.waits(time)} title={INBOX.waits(time)}>
      <CornerUpLeft aria-hidden size="0.875rem" /> {time}
    </span>
  );
}

/** How long anything may still be sent, where that is soon over or already is. */
function Left({
  conversation: { service_window, service_window_until: until },
}: Pick<LineProps, "conversation">) {
  const now = useNow();
  if (service_window === "closed") return <span>{INBOX.windowClosed}</span>;
  if (service_window === null || until === null) return null;
  const left = Date.parse(until) - now;
  if (left > SOON_MS) return null;
  const text = spanInWords(left);
  return (
    <span className={style.soon} title={INBOX.left(text)}>
      {INBOX.leftShort(text)}
    </span>
  );
}
