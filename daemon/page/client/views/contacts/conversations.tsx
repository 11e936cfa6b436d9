import { Link } from "wouter";
import { useList } from "../../api/queries.ts";
import { Time } from "../../parts/time.tsx";
import style from "./contacts.module.css";
import { Lines } from "./lines.tsx";
import { CONTACTS } from "./words.ts";

/** The conversations with a person, one for each channel. */
export function Conversations({ id }: { id: string }) {
  const conversations = useList("GET /v1/conversations", { query: { contact_id: id } });
  return (
    <Lines list={conversations} empty={CONTACTS.noConversations}>
      {({ id: conversation, channel_id, status, last_message, updated_at }) => (
        <li key={conversation}>
          <Link href={`/inbox/${conversation}`}>
            {last_message?.preview || (last_message?.type ?? conversation)}
          </Link>
          <span className={style.quiet}>
            {status}, {channel_id}
          </span>
          <span className={style.end}>
            <Time at={updated_at} />
          </span>
        </li>
      )}
    </Lines>
  );
}
