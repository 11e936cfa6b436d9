import { lazy, Suspense } from "react";
import { Link } from "wouter";
import { IS_SANDBOX } from "../../api/sandbox.ts";
import { useMay } from "../../api/session.tsx";
import { seenOr } from "../../api/unseen.ts";
import { HealthScore, isAiling } from "../../parts/alarms/health.tsx";
import { nextStepOf } from "../../parts/alarms/next-step.ts";
import { stateWord } from "../../parts/api-names.ts";
import { State } from "../../parts/state.tsx";
import { Time } from "../../parts/time.tsx";
import common from "../../style/common.module.css";
import { OVERVIEW, WORDS } from "../../words.ts";
import style from "./overview.module.css";
import { Section } from "./section.tsx";
import type { Overview } from "./shape.ts";

/** With the texts of all reasons, which the first view does without. */
const Reason = lazy(() => import("../../parts/alarms/reason.tsx").catch(() => ({ default: () => null })));

/** The channels that are not connected, paused, in bad health or otherwise in need of a look, with the reason. */
export function Channels({ channels }: Pick<Overview, "channels">) {
  const wanting = channels.filter(
    ({ status, status_reason, paused, health_score }) =>
      status !== "connected" || status_reason !== null || paused || isAiling(health_score),
  );
  return (
    <Section title={OVERVIEW.needSomebody}>
      {wanting.length === 0 ? (
        <p className={common.quiet}>{channels.length === 0 ? OVERVIEW.noChannels : OVERVIEW.allWell}</p>
      ) : (
        <ul className={style.lines}>
          {wanting.map((channel) => (
            <ChannelLine key={channel.id} channel={channel} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function ChannelLine({ channel }: { channel: Overview["channels"][number] }) {
  const { id, name, status, paused, health_score, waiting, counted_all, changed_at } = channel;
  const step = channel.sandbox === IS_SANDBOX ? nextStepOf(channel, paused) : null;
  const mayManage = useMay()("channels:manage");
  const isBad = status !== "connected";
  return (
    <li>
      <Link href={`/channels/${id}`}>{seenOr(name, id)}</Link>
      {isBad && <State tone="bad">{stateWord(status)}</State>}
      {!isBad && paused && <State tone="warn">{OVERVIEW.paused}</State>}
      {isAiling(health_score) && <HealthScore score={health_score} isNamed />}
      <span>
        <Suspense>
          <Reason channel={channel} />
        </Suspense>
      </span>
      {step !== null && mayManage && <Link href={`/channels/${id}`}>{WORDS.steps[step]}</Link>}
      {waiting > 0 && <span className={common.quiet}>{OVERVIEW.waiting(waiting, counted_all)}</span>}
      <span className={style.end}>
        <Time at={changed_at} />
      </span>
    </li>
  );
}
