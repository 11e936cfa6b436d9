import type { ResponseOf } from "../../../api/call.ts";
import { useAsk } from "../../../api/queries.ts";
import { useMay } from "../../../api/session.tsx";
import { HealthScore } from "../../../parts/alarms/health.tsx";
import { AsCommand } from "../../../parts/as-command.tsx";
import { ProblemNote } from "../../../parts/problem.tsx";
import { Time } from "../../../parts/time.tsx";
import common from "../../../style/common.module.css";
import { HEALTH } from "../../../view-words.ts";
import style from "../channels.module.css";
import type { Channel } from "../states.ts";
import { SlowDown } from "./slow-down.tsx";

type Health = ResponseOf<"GET /v1/channels/{id}/health">;
type Known = { [Member in keyof Health]: NonNullable<Health[Member]> };
type Part = Health["parts"][number];

/** A number that was never paired has no score: none of this is shown of it. */
function isKnown(health: Health): health is Known {
  return health.score !== null;
}

/** How likely WhatsApp is to restrict a number: the score, what takes points from it, and what to do. */
export function ChannelHealth({ channel }: { channel: Channel }) {
  const { id } = channel;
  const mayManage = useMay()("channels:manage");
  const request = { path: { id } };
  const { data, error, refetch } = useAsk("GET /v1/channels/{id}/health", request);
  return (
    <section className={style.block} aria-labelledby="health">
      <header className={style.heading}>
        <h3 id="health">{HEALTH.title}</h3>
        <AsCommand cli={`channels health ${id}`} route="GET /v1/channels/{id}/health" request={request} />
      </header>
      {error !== null && <ProblemNote problem={error} onTryAgain={() => void refetch()} />}
      {data !== undefined && isKnown(data) && (
        <>
          <p className={style.score}>
            <HealthScore score={data.score} />
            <span>{HEALTH.levels[data.level] ?? data.level}</span>
            <span>{HEALTH.trends[data.trend] ?? data.trend}</span>
            <Time at={data.at} />
          </p>
          <Parts parts={data.parts.filter(({ lost }) => lost > 0)} />
        </>
      )}
      {mayManage && <SlowDown channel={channel} />}
    </section>
  );
}

/** What takes points, most first. */
function Parts({ parts }: { parts: readonly Part[] }) {
  if (parts.length === 0) return <p className={common.quiet}>{HEALTH.nothing}</p>;
  return (
    <ul className={style.outcomes} aria-label={HEALTH.lowers}>
      {parts.map(({ name, value, lost, weight, advice }) => (
        <li key={name}>
          <strong>{HEALTH.parts[name]?.(value) ?? name.replaceAll("_", " ")}</strong>{" "}
          <span className={common.quiet}>{HEALTH.takes(lost, weight)}</span>
          {advice !== null && <p>{advice}</p>}
        </li>
      ))}
    </ul>
  );
}
