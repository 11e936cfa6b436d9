import { Link } from "wouter";
import { daemonNow } from "../../api/clock.ts";
import { useAsk } from "../../api/queries.ts";
import { AsCommand } from "../../parts/as-command.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { Time } from "../../parts/time.tsx";
import { MESSAGES } from "../../view-words.ts";
import { type Entry, lifeOf, type Step } from "./life.ts";
import style from "./messages.module.css";
import type { Message } from "./states.ts";

const NONE: readonly Entry[] = [];
const DELIVERED_MS = 30_000;

/** The life of a message on one line of time, with how long after the first moment each was. */
export function LifeLine({ message }: { message: Message }) {
  const path = { id: message.id };
  const { data, error } = useAsk("GET /v1/messages/{id}/timeline", { path }, { isOver });
  const steps = lifeOf(message, data?.data ?? NONE);
  const begin = Date.parse(steps[0]?.at ?? message.created_at);
  return (
    <section className={style.block} aria-labelledby="life">
      <header className={style.lifeTitle}>
        <h3 id="life">{MESSAGES.life}</h3>
        <AsCommand
          cli={`messages timeline ${message.id}`}
          route="GET /v1/messages/{id}/timeline"
          request={{ path }}
        />
      </header>
      <ProblemNote problem={error} />
      <ol className={style.life}>{steps.map((step, at) => lineOf(step, at === 0 ? null : begin))}</ol>
    </section>
  );
}

function lineOf({ key, at, title, about, href, kind }: Step, begin: number | null) {
  return (
    <li key={key} className={kind === undefined ? undefined : style[kind]}>
      {href === undefined ? <span>{title}</span> : <Link href={href}>{title}</Link>}
      <span className={style.quiet}>
        {begin === null || kind === "future" ? <Time at={at} /> : MESSAGES.later(Date.parse(at) - begin)}
      </span>
      {about && <p className={style.about}>{about}</p>}
    </li>
  );
}

/** Deliveries are no events: those that were made a moment ago are read until they are answered. */
function isOver({ data }: { data: readonly Entry[] }): boolean {
  return !data.some(
    ({ kind, status, at }) =>
      kind === "delivery" && status === "pending" && daemonNow() - Date.parse(at) < DELIVERED_MS,
  );
}
