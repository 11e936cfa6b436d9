import { Link } from "wouter";
import { stateWord } from "../../parts/api-names.ts";
import { State, type Tone } from "../../parts/state.tsx";
import { Time } from "../../parts/time.tsx";
import common from "../../style/common.module.css";
import { OVERVIEW } from "../../words.ts";
import style from "./overview.module.css";
import { Section } from "./section.tsx";
import type { Overview } from "./shape.ts";

type Lane = Overview["lanes"][number];

const TONES: Readonly<Record<string, Tone>> = {
  working: "busy",
  waiting: "warn",
  resting: "warn",
  paused: "quiet",
};
const HREFS: Readonly<Record<string, (id: string) => string>> = {
  channel: (id) => `/channels/${id}`,
  media: (id) => `/channels/${id}`,
  endpoint: (id) => `/webhooks/${id}`,
  import: () => "/contacts",
};

/** The queues in which something waits, those that are late first. */
export function Lanes({ lanes }: Pick<Overview, "lanes">) {
  const filled = lanes.filter(({ waiting }) => waiting > 0);
  return (
    <Section title={OVERVIEW.lanes}>
      {filled.length === 0 ? (
        <p className={common.quiet}>{OVERVIEW.nothingWaits}</p>
      ) : (
        <ul className={style.lines}>
          {filled.map((lane) => (
            <LaneLine key={`${lane.kind} ${lane.lane_id}`} lane={lane} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function LaneLine({ lane }: { lane: Lane }) {
  const { kind, lane_id, name, state, waiting, counted_all, oldest_due_at, resumes_at } = lane;
  return (
    <li>
      <Link href={HREFS[kind]?.(lane_id) ?? "/"}>{name}</Link>
      <span className={common.quiet}>{OVERVIEW.laneKinds[kind as "channel"] ?? kind}</span>
      <State tone={TONES[state] ?? "quiet"}>{stateWord(state)}</State>
      <span>{OVERVIEW.waiting(waiting, counted_all)}</span>
      {resumes_at !== null && (
        <span className={common.quiet}>
          {OVERVIEW.goesOn} <Time at={resumes_at} />
        </span>
      )}
      {oldest_due_at !== null && (
        <span className={style.end}>
          {OVERVIEW.dueSince} <Time at={oldest_due_at} />
        </span>
      )}
    </li>
  );
}
