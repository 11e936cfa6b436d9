import { Link } from "wouter";
import { useChannels } from "../../api/channels.ts";
import { useList } from "../../api/queries.ts";
import common from "../../style/common.module.css";
import { CONTACTS } from "../../view-words.ts";
import { Time } from "../time.tsx";
import { Lines } from "./lines.tsx";

type ConversationsProps = {
  id: string;
  /** One that is shown already. */
  without?: string;
};

/** The conversations with a person, one for each channel. */
export function Conversations({ id, without }: ConversationsProps) {
  const list = useList("GET /v1/conversations", { query: { contact_id: id } });
  const channels = useChannels();
  const conversations = { ...list, rows: list.rows.filter((one) => one.id !== without) };
  return (
    <Lines
      list={conversations}
      empty={without === undefined ? CONTACTS.noConversations : CONTACTS.noOtherConversations}
    >
      {({ id: conversation, channel_id, status, last_message, updated_at }) => (
        <li key={conversation}>
          <Link href={`/inbox/${conversation}`}>
            {last_message?.preview || (last_message?.type ?? conversation)}
          </Link>
          <span className={common.quiet}>
            {status}, {channels.nameOf(channel_id)}
          </span>
          <span className={common.end}>
            <Time at={updated_at} />
          </span>
        </li>
      )}
    </Lines>
  );
}
