import { RotateCcw } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useParams } from "wouter";
import { daemonNow } from "../../api/clock.ts";
import { filterNames } from "../../api/filter-names.ts";
import { type List, useAsk, useList } from "../../api/queries.ts";
import { useLiveEvents } from "../../live/live.ts";
import { stateWord } from "../../parts/api-names.ts";
import { AsCommand, optionsOf } from "../../parts/as-command.tsx";
import { Button } from "../../parts/button.tsx";
import { Empty } from "../../parts/empty.tsx";
import { dayFilters, type Filter, Filters, useFilters } from "../../parts/filters.tsx";
import { Header } from "../../parts/header.tsx";
import { Split } from "../../parts/split.tsx";
import { State } from "../../parts/state.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { WEBHOOKS } from "../../view-words.ts";
import { DeliveryDetail } from "./delivery-detail.tsx";
import { Kinds } from "./kinds.tsx";
import { Replay } from "./replay.tsx";
import { DELIVERY_TONES, type Delivery } from "./states.ts";

type Addressed = { id: string; url: string };

const columnsWith = (endpoints: readonly Addressed[]): readonly Column<Delivery>[] => [
  { name: WEBHOOKS.event, cell: ({ event_type }) => event_type },
  { name: WEBHOOKS.endpoint, cell: ({ endpoint_id }) => addressOf(endpoint_id, endpoints), isExtra: true },
  {
    name: WEBHOOKS.status,
    cell: ({ status }) => <State tone={DELIVERY_TONES[status] ?? "quiet"}>{stateWord(status)}</State>,
  },
  { name: WEBHOOKS.answer, cell: ({ response_status }) => response_status ?? "–", isNumber: true },
  { name: WEBHOOKS.attempt, cell: ({ attempt }) => attempt, isNumber: true, isExtra: true },
  {
    name: WEBHOOKS.took,
    cell: ({ duration_ms }) => (duration_ms === null ? "–" : WEBHOOKS.milliseconds(duration_ms)),
    isNumber: true,
    isExtra: true,
  },
  { name: WEBHOOKS.made, cell: ({ created_at }) => <Time at={created_at} /> },
];
const STATUSES = ["pending", "succeeded", "failed", "exhausted"];
const NAMES = filterNames<"GET /v1/settings/developer/webhooks/deliveries">()(
  ["endpoint_id", "event_type", "status", "message_id", "since", "until"],
  {},
);

/** Every attempt to deliver an event, with replay of what the filters say. */
export default function Deliveries() {
  const { id } = useParams<{ id?: string }>();
  const [isReplaying, setReplaying] = useState(false);
  const filters = useFilters(NAMES);
  const query = { ...filters, ...dayFilters(filters) };
  const settings = useAsk("GET /v1/settings/developer/webhooks", {});
  const deliveries = useList("GET /v1/settings/developer/webhooks/deliveries", { query });
  useReadWhenDue(deliveries);
  const endpoints = settings.data?.data ?? [];
  const eventTypes = settings.data?.event_types ?? [];
  const isFiltered = Object.keys(filters).length > 0;
  const list = (
    <>
      <Header
        title={WEBHOOKS.title}
        actions={
          <>
            <AsCommand
              cli={`deliveries list${optionsOf(filters, OPTIONS)}`}
              route="GET /v1/settings/developer/webhooks/deliveries"
              request={{ query }}
            />
            <Button icon={RotateCcw} onPress={() => setReplaying(true)}>
              {WEBHOOKS.replay}
            </Button>
          </>
        }
      />
      <Kinds />
      <Filters filters={filtersOf(endpoints, eventTypes)} />
      <Table
        label={WEBHOOKS.deliveries}
        list={deliveries}
        columns={columnsWith(endpoints)}
        idOf={(row) => row.id}
        hrefOf={(row) => `/webhooks/deliveries/${row.id}`}
        chosen={id}
        empty={
          <Empty title={isFiltered ? WEBHOOKS.noMatch : WEBHOOKS.noDeliveries}>
            {isFiltered ? WEBHOOKS.noMatchText : WEBHOOKS.noDeliveriesText}
          </Empty>
        }
      />
      {isReplaying && (
        <Replay
          endpoints={endpoints}
          eventTypes={eventTypes}
          filters={filters}
          onClose={() => setReplaying(false)}
        />
      )}
    </>
  );
  return <Split list={list} detail={id === undefined ? null : <DeliveryDetail key={id} id={id} />} />;
}

/** Where an endpoint is; its id where it is gone. */
function addressOf(id: string, endpoints: readonly Addressed[]): string {
  return endpoints.find((one) => one.id === id)?.url ?? id;
}

function filtersOf(endpoints: readonly Addressed[], eventTypes: readonly string[]): readonly Filter[] {
  const same = (value: string) => ({ value, label: value });
  return [
    {
      name: "endpoint_id",
      label: WEBHOOKS.endpoint,
      kind: "choice",
      options: endpoints.map(({ id, url }) => ({ value: id, label: url })),
    },
    { name: "event_type", label: WEBHOOKS.event, kind: "choice", options: eventTypes.map(same) },
    { name: "status", label: WEBHOOKS.status, kind: "choice", options: STATUSES.map(same) },
    { name: "message_id", label: WEBHOOKS.webhookId, kind: "text" },
    { name: "since", label: WEBHOOKS.since, kind: "date" },
    { name: "until", label: WEBHOOKS.until, kind: "date" },
  ];
}

const OPTIONS = {
  endpoint_id: "--endpoint",
  event_type: "--event",
  status: "--status",
  message_id: "--webhook-id",
  since: "--since",
  until: "--until",
} as const;

const SOONEST_MS = 1000;
const LATEST_MS = 60_000;
/** When what an event led to has been tried, and tried again. */
const AFTER_EVENT_MS = [1000, 7000];

/**
 * Reads the list again when attempts may have been made: after events, and when one of those shown is due. Attempts
 * themselves are no events. Where nothing happens and nothing is due, nothing is read.
 */
function useReadWhenDue({ rows, refresh }: List<Delivery>): void {
  const read = useRef(refresh);
  read.current = refresh;
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);
  useLiveEvents(() => {
    for (const timer of timers.current) clearTimeout(timer);
    timers.current = AFTER_EVENT_MS.map((wait) => setTimeout(() => read.current(), wait));
  });
  useEffect(() => () => timers.current.forEach(clearTimeout), []);
  const due = rows.flatMap(({ status, next_attempt_at, created_at }) =>
    status === "pending" ? [Date.parse(next_attempt_at ?? created_at)] : [],
  );
  const next = due.length === 0 ? null : Math.min(...due);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is still due after a reading is due again
  useEffect(() => {
    if (next === null) return;
    const wait = Math.min(LATEST_MS, Math.max(SOONEST_MS, next - daemonNow() + SOONEST_MS));
    const timer = setTimeout(() => read.current(), wait);
    return () => clearTimeout(timer);
  }, [next, rows]);
}
