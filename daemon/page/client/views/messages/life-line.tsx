import { Time } from "../../parts/time.tsx";
import { lifeOf, type Step } from "./life.ts";
import style from "./messages.module.css";
import type { Message } from "./states.ts";
import { MESSAGES } from "./words.ts";

/** The life of a message on one line of time, with how long after the first moment each was. */
export function LifeLine({ message }: { message: Message }) {
  const steps = lifeOf(message);
  const begin = Date.parse(steps[0]?.at ?? message.created_at);
  return (
    <section className={style.block} aria-labelledby="life">
      <h3 id="life">{MESSAGES.life}</h3>
      <ol className={style.life}>{steps.map((step, at) => lineOf(step, at === 0 ? null : begin))}</ol>
    </section>
  );
}

function lineOf({ key, at, title, about, kind }: Step, begin: number | null) {
  return (
    <li key={key} className={kind === undefined ? undefined : style[kind]}>
      <span>{title}</span>
      <span className={style.quiet}>
        {begin === null || kind === "future" ? <Time at={at} /> : MESSAGES.later(Date.parse(at) - begin)}
      </span>
      {about !== undefined && <p className={style.about}>{about}</p>}
    </li>
  );
}
