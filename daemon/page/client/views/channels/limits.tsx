import { translated } from "../../../languages/reasons.ts";
import type { ResponseOf } from "../../api/call.ts";
import { useAsk } from "../../api/queries.ts";
import { AsCommand } from "../../parts/as-command.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { Facts } from "../../parts/split.tsx";
import { Time } from "../../parts/time.tsx";
import { CHANNELS, REASONS } from "../../view-words.ts";
import style from "./channels.module.css";

type Limits = ResponseOf<"GET /v1/channels/{id}/limits">;

/** How fast a channel sends, to how many new people it may write, and what WhatsApp holds it back from. */
export function ChannelLimits({ id }: { id: string }) {
  const request = { path: { id } };
  const { data, error, refetch } = useAsk("GET /v1/channels/{id}/limits", request);
  return (
    <section className={style.block}>
      <header className={style.heading}>
        <h3>{CHANNELS.limits}</h3>
        <AsCommand cli={`channels limits ${id}`} route="GET /v1/channels/{id}/limits" request={request} />
      </header>
      {error !== null && <ProblemNote problem={error} onTryAgain={() => void refetch()} />}
      {data !== undefined && <Facts facts={factsOf(data)} />}
    </section>
  );
}

function factsOf({ throughput, messaging, new_contacts, new_chats, restrictions }: Limits) {
  const next = messaging?.resets[0];
  return [
    [CHANNELS.pace, CHANNELS.perSecond(throughput.per_second, throughput.source)],
    messaging !== null && [
      CHANNELS.newPeople,
      <>
        {CHANNELS.usedOf(messaging.used, messaging.limit)}
        {next !== undefined && (
          <>
            {` ${CHANNELS.room(next.room)} `}
            <Time at={next.at} />
          </>
        )}
      </>,
    ],
    new_contacts !== null && [CHANNELS.newPeople, CHANNELS.usedOf(new_contacts.used, new_contacts.per_day)],
    new_chats?.used != null && [
      CHANNELS.newChats,
      <>
        {CHANNELS.usedOf(new_chats.used, new_chats.total)}
        {new_chats.cycle_end !== null && (
          <>
            {", "}
            <Time at={new_chats.cycle_end} />
          </>
        )}
      </>,
    ],
    restrictions.length > 0 && [
      CHANNELS.heldBack,
      <ul key="held">
        {restrictions.map(({ scope, conversation_id, reason, until }) => (
          <li key={scope + (conversation_id ?? "") + reason}>
            {CHANNELS.scopes[scope] ?? scope}: {CHANNELS.reasons[reason] ?? translated(reason, REASONS)},{" "}
            <Time at={until} />
          </li>
        ))}
      </ul>,
    ],
  ] as Parameters<typeof Facts>[0]["facts"];
}
