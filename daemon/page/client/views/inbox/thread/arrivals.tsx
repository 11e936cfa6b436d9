import { useEffect, useRef, useState } from "react";
import { INBOX } from "../../../view-words.ts";
import type { Message } from "../types.ts";
import { writerOf } from "./people.ts";
import { textOf } from "./quoted.tsx";
import style from "./thread.module.css";

/** As much of a message as is read aloud. */
const MOST_CHARACTERS = 120;

/** Says to those who hear the page what comes in: one short sentence, however much it is. */
export function Arrivals({ newest }: { newest: readonly Message[] }) {
  const heard = useRef<string | null>(null);
  const [words, setWords] = useState("");
  useEffect(() => {
    const [last] = newest;
    if (last === undefined) return;
    const arrived = heard.current === null ? [] : newSince(newest, heard.current);
    heard.current = last.id;
    const [one] = arrived;
    if (one === undefined) return;
    setWords(
      arrived.length > 1
        ? INBOX.arrivedMany(arrived.length)
        : INBOX.arrived(writerOf(one), textOf(one).slice(0, MOST_CHARACTERS)),
    );
  }, [newest]);
  return (
    <p role="status" className={style.heard}>
      {words}
    </p>
  );
}

/** What somebody wrote, or a call of theirs, that came in behind a message. */
export function newSince(messages: readonly Message[], id: string): readonly Message[] {
  return messages.filter(
    (message) => message.direction === "inbound" && message.type !== "system" && message.id > id,
  );
}
