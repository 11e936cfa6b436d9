import { Link } from "wouter";
import { stateWord } from "../../parts/api-names.ts";
import { State, type Tone } from "../../parts/state.tsx";
import { exactTime, Time } from "../../parts/time.tsx";
import common from "../../style/common.module.css";
import { OVERVIEW, WORDS } from "../../words.ts";
import style from "./overview.module.css";
import { Section } from "./section.tsx";
import type { Overview } from "./shape.ts";

type Endpoint = NonNullable<Overview["endpoints"]>[number];

const TONES: Readonly<Record<string, Tone>> = {
  ok: "good",
  failing: "bad",
  resting: "bad",
  probing: "warn",
  paused: "quiet",
  disabled: "bad",
};

type WebhooksProps = {
  webhooks: NonNullable<Overview["webhooks"]>;
  endpoints: NonNullable<Overview["endpoints"]>;
};

/** How long events take to endpoints, and the state of each. */
export function Webhooks({ webhooks, endpoints }: WebhooksProps) {
  const { lag_seconds, p50_ms, p99_ms } = webhooks;
  if (endpoints.length === 0)
    return (
      <Section title={OVERVIEW.webhooks}>
        <p className={common.quiet}>{OVERVIEW.noEndpoints}</p>
      </Section>
    );
  return (
    <Section title={OVERVIEW.webhooks}>
      <dl className={style.figures}>
        {figure(OVERVIEW.lag, OVERVIEW.lagText(lag_seconds))}
        {figure(OVERVIEW.median, OVERVIEW.milliseconds(p50_ms))}
        {figure(OVERVIEW.slowest, OVERVIEW.milliseconds(p99_ms))}
      </dl>
      <ul className={style.lines}>
        {endpoints.map((endpoint) => (
          <EndpointLine key={endpoint.id} endpoint={endpoint} />
        ))}
      </ul>
    </Section>
  );
}

function figure(label: string, value: string | null) {
  return (
    <div key={label}>
      <dt>{label}</dt>
      <dd>{value ?? "–"}</dd>
    </div>
  );
}

function EndpointLine({ endpoint }: { endpoint: Endpoint }) {
  const { id, url, state, last_error, failing_since, resumes_at, waiting, counted_all } = endpoint;
  return (
    <li>
      <Link href={`/webhooks/${id}`}>{url}</Link>
      <State tone={TONES[state] ?? "warn"}>{stateWord(state)}</State>
      {state !== "ok" && last_error !== null && <span>{last_error}</span>}
      {resumes_at !== null && <span>{WORDS.restsUntil(exactTime(resumes_at))}</span>}
      {waiting > 0 && <span className={common.quiet}>{OVERVIEW.waiting(waiting, counted_all)}</span>}
      <span className={style.end}>
        <Time at={failing_since} />
      </span>
    </li>
  );
}
