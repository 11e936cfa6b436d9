import { Link } from "wouter";
import type { Conversation } from "../types.ts";
import { INBOX } from "../words.ts";
import style from "./box.module.css";

/** In place of the box, where only templates can be sent. */
export function Closed({ conversation: { channel_id, contact_id } }: { conversation: Conversation }) {
  const to = contact_id === null ? "" : `&to=${contact_id}`;
  return (
    <p className={style.closed}>
      {INBOX.windowClosedText}{" "}
      <Link href={`/messages/new?channel_id=${channel_id}&type=template${to}`}>{INBOX.sendTemplate}</Link>
    </p>
  );
}
