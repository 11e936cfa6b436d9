import { daemonNow } from "../../../api/clock.ts";
import { useAsk } from "../../../api/queries.ts";
import { useMay } from "../../../api/session.tsx";
import { AsCommand } from "../../../parts/as-command.tsx";
import { ProblemNote, sentence } from "../../../parts/problem.tsx";
import { Time } from "../../../parts/time.tsx";
import { HEALTH } from "../../../view-words.ts";
import style from "../channels.module.css";

const ROUTE = "GET /v1/events";
const TYPE = "channel.alerted";
/** An alert that is older was acted on, or never will be. */
const SHOWN_MS = 14 * 24 * 3600_000;
/** So many of a number in that time are more than Meta sends. */
const MOST = 100;

type Alert = { alert: string; severity: string; text: string; advice: string | null; at: string };

/** What Meta said of an official number of late that wants somebody, and what to do; nothing where there is nothing. */
export function Alerts({ id }: { id: string }) {
  const mayRead = useMay()("events:read");
  // since a midnight: the same request for a whole day
  const since = new Date(daemonNow() - SHOWN_MS).toISOString().replace(/T.*/, "T00:00:00Z");
  const request = { query: { type: TYPE, channel_id: id, since, limit: MOST } };
  const { data, error, refetch } = useAsk(ROUTE, request, { enabled: mayRead });
  const alerts = data === undefined ? [] : lastOfEach(data.data);
  if (error !== null) return <ProblemNote problem={error} onTryAgain={() => void refetch()} />;
  if (alerts.length === 0) return null;
  return (
    <section className={style.block} aria-labelledby="alerts">
      <header className={style.heading}>
        <h3 id="alerts">{HEALTH.alerts}</h3>
        <AsCommand
          cli={`events list --events ${TYPE} --channel ${id} --since 14d`}
          route={ROUTE}
          request={request}
        />
      </header>
      <ul className={style.outcomes}>
        {alerts.map(({ alert, text, advice, at }) => (
          <li key={alert}>
            <strong>{sentence(text)}</strong> <Time at={at} />
            <p>{advice ?? HEALTH.seeAlert}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The last alert of each kind, newest first, given all of them, oldest first; those that only inform are left out. */
function lastOfEach(events: readonly { created_at: string; body: object }[]): Alert[] {
  const alerts = events.map(({ body, created_at }) => ({ ...(body as Omit<Alert, "at">), at: created_at }));
  const last = new Map(alerts.map((alert) => [alert.alert, alert]));
  return [...last.values()]
    .filter(({ severity }) => severity !== "informational")
    .sort((one, other) => other.at.localeCompare(one.at));
}
