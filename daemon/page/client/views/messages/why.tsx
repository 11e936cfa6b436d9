import type { ReactNode } from "react";
import { isEnglish } from "../../../languages/forms.ts";
import { waitInWords, withOwnTimes } from "../../parts/alarms/wait.ts";
import { sentence } from "../../parts/problem.tsx";
import { Time, useNow } from "../../parts/time.tsx";
import { MESSAGES } from "../../view-words.ts";
import style from "./messages.module.css";
import type { Message } from "./states.ts";

/** Most phones that are switched on take a message within seconds. */
const LONG_MS = 600_000;

/** Why a message was not delivered, or waits, in words; nothing where all is well. */
export function Why({ message }: { message: Message }) {
  const now = useNow();
  const { waiting_for: wait, error, direction, status, possible_duplicate: isTwice } = message;
  const isLate = direction === "outbound" && status === "sent" && now - sentAt(message) > LONG_MS;
  if (wait?.reason === "one_tick") return <Box title={MESSAGES.problems.late}>{waitInWords(wait)}</Box>;
  if (wait !== null)
    return (
      <Box title={MESSAGES.waits}>
        <p>{waitInWords(wait) ?? withOwnTimes(sentence(wait.detail))}</p>
        {wait.until !== null && isEnglish() && (
          <p className={style.quiet}>
            {MESSAGES.problems.until} <Time at={wait.until} />
          </p>
        )}
      </Box>
    );
  if (error !== null) return <Failure error={error} isInbound={direction === "inbound"} />;
  if (status === "cancelled") return <Box title={MESSAGES.why}>{MESSAGES.problems.cancelled}</Box>;
  if (isLate) return <Box title={MESSAGES.problems.late}>{MESSAGES.problems.lateText}</Box>;
  if (isTwice) return <Box title={MESSAGES.problems.duplicateTitle}>{MESSAGES.problems.duplicate}</Box>;
  return null;
}

type FailureProps = { error: NonNullable<Message["error"]>; isInbound: boolean };

function Failure({ error, isInbound }: FailureProps) {
  const { code, title, detail, provider_code } = error;
  const { problems, steps } = MESSAGES;
  const step = steps[code] !== undefined && <p>{steps[code]}</p>;
  return (
    <Box title={isInbound ? problems.inbound : MESSAGES.why} isBad>
      {!isEnglish() && step}
      <div {...(isEnglish() ? {} : { lang: "en", dir: "ltr", className: style.quiet })}>
        <p>{sentence(detail)}</p>
        {lettersOf(title) !== lettersOf(detail) && <p>{sentence(title)}</p>}
      </div>
      {isEnglish() && step}
      <p className={style.quiet}>
        <code>{code}</code>
        {provider_code !== null && ` · ${problems.by(provider_code)}`}
      </p>
    </Box>
  );
}

type BoxProps = { title: string; children: ReactNode; isBad?: boolean };

function Box({ title, children, isBad = false }: BoxProps) {
  return (
    <section className={`${style.why} ${isBad ? style.bad : ""}`} aria-labelledby="why">
      <h3 id="why">{title}</h3>
      {children}
    </section>
  );
}

function sentAt({ status_history, updated_at }: Message): number {
  return Date.parse(status_history.findLast(({ status }) => status === "sent")?.at ?? updated_at);
}

/** WhatsApp's titles and details are often the same but for capitals and a full stop. */
function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
