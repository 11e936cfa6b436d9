import { createContext, useContext } from "react";
import { Link } from "wouter";
import { useMay } from "../../../api/session.tsx";
import { INBOX } from "../../../view-words.ts";
import { WORDS } from "../../../words.ts";
import type { Message } from "../types.ts";
import { type commonReason, hasFailed, reasonOf } from "./reasons.ts";
import style from "./thread.module.css";

/** What is said once over the box, and not under each message. */
export const SaidOnce = createContext<string | null>(null);

/** Why a message waits, was not delivered, or may have arrived twice, with the way to its whole life. */
export function Why({ message }: { message: Message }) {
  const saidOnce = useContext(SaidOnce);
  const words = reasonOf(message);
  if (words === null) return null;
  return (
    <p className={hasFailed(message) ? style.error : style.waits}>
      {words !== saidOnce && words} <Link href={`/messages/${message.id}`}>{INBOX.whyNot}</Link>
    </p>
  );
}

/** Over the box: why the last messages did not go out, where it is the same for several, and where that is mended. */
export function WhyAll({ reason }: { reason: ReturnType<typeof commonReason> }) {
  const may = useMay();
  if (reason === null) return null;
  const { words, channelId } = reason;
  return (
    <p className={style.banner} role="status">
      {words}{" "}
      {channelId !== null && may("channels:read") && (
        <Link href={`/channels/${channelId}`}>{WORDS.seeNumber}</Link>
      )}
    </p>
  );
}
