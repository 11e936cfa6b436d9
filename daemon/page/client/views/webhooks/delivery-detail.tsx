import { RotateCcw } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useAsk, useChange, useList } from "../../api/queries.ts";
import { stateWord } from "../../parts/api-names.ts";
import { AsCommand } from "../../parts/as-command.tsx";
import { Button } from "../../parts/button.tsx";
import { Code, Id } from "../../parts/code.tsx";
import { DetailOf } from "../../parts/detail-of.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { Detail, Facts } from "../../parts/split.tsx";
import { State } from "../../parts/state.tsx";
import { Time } from "../../parts/time.tsx";
import { toast } from "../../parts/toast.tsx";
import common from "../../style/common.module.css";
import { WEBHOOKS } from "../../view-words.ts";
import { WORDS } from "../../words.ts";
import { AsSent } from "./as-sent.tsx";
import { DELIVERY_TONES, type Delivery } from "./states.ts";

/** One attempt: what is sent, what was answered, and the other attempts of the same event. */
export function DeliveryDetail({ id }: { id: string }) {
  const asked = useAsk(
    "GET /v1/settings/developer/webhooks/deliveries/{id}",
    { path: { id } },
    // attempts are no events
    { isOver: ({ status }) => status !== "pending" },
  );
  return (
    <DetailOf asked={asked} id={id} back="/webhooks/deliveries">
      {(delivery) => (
        <Shown delivery={delivery}>
          <AsSent request={delivery.request} />
        </Shown>
      )}
    </DetailOf>
  );
}

function Shown({ delivery, children }: { delivery: Delivery; children: ReactNode }) {
  const { message_id, event_type, response_body, endpoint_id } = delivery;
  const request = { path: { id: message_id }, body: { endpoint_id } };
  const retry = useChange("POST /v1/settings/developer/webhooks/deliveries/{id}/retry", {
    done: ({ data }) => toast(data.length === 0 ? WEBHOOKS.accepted : WEBHOOKS.retried),
  });
  const actions = (
    <>
      <AsCommand
        cli={`deliveries retry ${message_id} --endpoint ${endpoint_id}`}
        route="POST /v1/settings/developer/webhooks/deliveries/{id}/retry"
        request={request}
      />
      <Button icon={RotateCcw} isBusy={retry.isRunning} onPress={() => void retry.run(request)}>
        {WEBHOOKS.retry}
      </Button>
    </>
  );
  return (
    <Detail title={event_type} back="/webhooks/deliveries" actions={actions}>
      <ProblemNote problem={retry.problem} />
      <Facts facts={factsOf(delivery)} />
      {children}
      {response_body !== null && (
        <section className={common.block}>
          <h3>{WEBHOOKS.response}</h3>
          <Code label={WEBHOOKS.response}>{response_body}</Code>
        </section>
      )}
      <Attempts eventId={message_id} shown={delivery.id} />
    </Detail>
  );
}

/** The way to an endpoint, by its address; by its id where it is gone. */
function EndpointLink({ id }: { id: string }) {
  const { data } = useAsk("GET /v1/settings/developer/webhooks", {});
  const url = data?.data.find((endpoint) => endpoint.id === id)?.url;
  return <Link href={`/webhooks/${id}`}>{url ?? id}</Link>;
}

function factsOf(delivery: Delivery): [string, ReactNode][] {
  const { status, response_status, error, duration_ms, next_attempt_at, trigger } = delivery;
  return [
    [
      WEBHOOKS.status,
      <State key="status" tone={DELIVERY_TONES[status] ?? "quiet"}>
        {stateWord(status)}
      </State>,
    ],
    [WEBHOOKS.answer, response_status],
    [WEBHOOKS.error, error],
    [WEBHOOKS.took, duration_ms === null ? null : WEBHOOKS.milliseconds(duration_ms)],
    [WEBHOOKS.attempt, delivery.attempt],
    [WEBHOOKS.trigger, WEBHOOKS.triggers[trigger] ?? trigger],
    [WEBHOOKS.next, next_attempt_at && <Time at={next_attempt_at} />],
    [WEBHOOKS.endpoint, <EndpointLink key="endpoint" id={delivery.endpoint_id} />],
    [WEBHOOKS.webhookId, <Id key="event" value={delivery.message_id} />],
    [WORDS.id, <Id key="id" value={delivery.id} />],
    [WEBHOOKS.made, <Time key="made" at={delivery.created_at} />],
    [WEBHOOKS.finished, delivery.finished_at && <Time at={delivery.finished_at} />],
  ];
}

function Attempts({ eventId, shown }: { eventId: string; shown: string }) {
  const { rows } = useList("GET /v1/settings/developer/webhooks/deliveries", {
    query: { message_id: eventId },
  });
  if (rows.length < 2) return null;
  return (
    <section className={common.block}>
      <h3>{WEBHOOKS.attempts}</h3>
      <ul className={common.lines}>
        {rows.map(({ id, status, attempt, response_status, created_at }) => (
          <li key={id}>
            <Link href={`/webhooks/deliveries/${id}`} aria-current={id === shown ? "true" : undefined}>
              {WEBHOOKS.attempt} {attempt}
            </Link>
            <State tone={DELIVERY_TONES[status] ?? "quiet"}>{stateWord(status)}</State>
            {response_status !== null && <span>{response_status}</span>}
            <span className={common.end}>
              <Time at={created_at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
