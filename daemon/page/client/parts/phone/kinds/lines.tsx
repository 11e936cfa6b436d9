import { CircleHelp, Lock, Pin as PinIcon, Vote as VoteIcon } from "lucide-react";
import { PHONE } from "../../../view-words.ts";
import type { Drawn } from "../drawn.ts";
import { LongText } from "../long-text.tsx";
import style from "../phone.module.css";
import { numberAt, objectsOf, textAt } from "../read.ts";

/** What somebody chose in a poll; null options are those of a poll that is not known here. */
export function Vote({ content }: Drawn) {
  const options = Array.isArray(content.options)
    ? content.options.filter((one) => typeof one === "string")
    : null;
  const words = options === null ? PHONE.voteUnknown : options.length === 0 ? PHONE.voteBack : null;
  return (
    <p className={style.line}>
      <VoteIcon aria-hidden size="0.875rem" /> {words ?? PHONE.voted}{" "}
      {words === null && <bdi>{options?.join(", ")}</bdi>}
    </p>
  );
}

/** The answer to an invitation. */
export function EventResponse({ content }: Drawn) {
  const response = PHONE.eventResponses[textAt(content, "response") ?? ""] ?? PHONE.eventAnswered;
  const guests = numberAt(content, "extra_guests") ?? 0;
  return (
    <p className={style.line}>
      {response} {guests > 0 && PHONE.guests(guests)}
    </p>
  );
}

/** Files that follow one by one. */
export function Album({ content }: Drawn) {
  return (
    <p className={style.line}>
      {PHONE.album(numberAt(content, "images") ?? 0, numberAt(content, "videos") ?? 0)}
    </p>
  );
}

export function Pin({ content }: Drawn) {
  return (
    <p className={style.line}>
      <PinIcon aria-hidden size="0.875rem" /> {content.pinned === false ? PHONE.unpinned : PHONE.pinned}
    </p>
  );
}

/** A kind that has no type here: what it is by WhatsApp's name, and what of it can be read. */
export function Unsupported({ content }: Drawn) {
  const kind = textAt(content, "provider_type", "type");
  const words = textAt(content, "text", "body");
  const [error = {}] = objectsOf(content.errors);
  return (
    <>
      <p className={style.mark}>
        <CircleHelp aria-hidden size="0.875rem" /> {PHONE.unsupported}
      </p>
      {words !== null && <LongText>{words}</LongText>}
      <p className={style.small}>
        <bdi>{[kind, textAt(error, "message", "title")].filter((one) => one !== null).join(": ")}</bdi>
      </p>
    </>
  );
}

/** A message that could not be decrypted yet. */
export function Undecryptable({ content }: Drawn) {
  const reason = PHONE.undecryptableReasons[textAt(content, "reason") ?? ""];
  return (
    <>
      <p className={style.mark}>
        <Lock aria-hidden size="0.875rem" /> {PHONE.undecryptable}
      </p>
      {reason !== undefined && <p className={style.small}>{reason}</p>}
    </>
  );
}
