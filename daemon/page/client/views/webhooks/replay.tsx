import { useEffect, useState } from "react";
import type { BodyOf } from "../../api/call.ts";
import { errorAt } from "../../api/problem.ts";
import { useAsk, useChange } from "../../api/queries.ts";
import { AsCommand } from "../../parts/as-command.tsx";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Field } from "../../parts/fields/field.tsx";
import { Buttons, Pair, Stack } from "../../parts/fields/form.tsx";
import { Select } from "../../parts/fields/select.tsx";
import { localTime } from "../../parts/local-time.ts";
import { ProblemNote } from "../../parts/problem.tsx";
import { toast } from "../../parts/toast.tsx";
import { WORDS } from "../../words.ts";
import { WEBHOOKS } from "./words.ts";

type ReplayProps = {
  endpoints: readonly { id: string; url: string; enabled: boolean }[];
  eventTypes: readonly string[];
  /** The filters of the list, which it begins with. */
  filters: { endpoint_id?: string; event_type?: string; status?: string; since?: string; until?: string };
  onClose: () => void;
};

type Range = {
  endpoint_id: string;
  event_type: string;
  status: string;
  since: string;
  until: string;
};

const DAY_MS = 86_400_000;
const REPLAY = "POST /v1/settings/developer/webhooks/deliveries/replay";

/** Delivers a range of events again: counts them first, and then shows how far it is. */
export function Replay({ endpoints, eventTypes, filters, onClose }: ReplayProps) {
  const [range, setRange] = useState(() => rangeOf(filters));
  const [count, setCount] = useState<string | null>(null);
  const [running, setRunning] = useState<string | null>(null);
  const counting = useChange(REPLAY, { done: ({ id }) => setCount(id) });
  const starting = useChange(REPLAY, { done: ({ id }) => setRunning(id) });
  const counted = useReplay(count);
  const set = (part: Partial<Range>) => {
    setRange({ ...range, ...part });
    setCount(null);
  };
  const body = bodyOf(range);
  const problem = starting.problem ?? counting.problem;
  const any = { value: "", label: WEBHOOKS.everyEndpoint };
  if (running !== null) return <Progress id={running} onClose={onClose} />;
  return (
    <Dialog title={WEBHOOKS.replayTitle} isOpen onClose={onClose}>
      <Stack>
        <Select
          label={WEBHOOKS.replayWhat}
          options={WEBHOOKS.replayWhats}
          value={range.status}
          onChange={(status) => set({ status })}
        />
        <Pair>
          <Field
            label={WEBHOOKS.since}
            type="datetime-local"
            value={range.since}
            onChange={(since) => set({ since })}
            error={errorAt(problem, "since")}
          />
          <Field
            label={WEBHOOKS.until}
            type="datetime-local"
            value={range.until}
            onChange={(until) => set({ until })}
            error={errorAt(problem, "until")}
          />
        </Pair>
        <Select
          label={WEBHOOKS.endpoint}
          options={[
            any,
            ...endpoints.filter((one) => one.enabled).map(({ id, url }) => ({ value: id, label: url })),
          ]}
          value={range.endpoint_id}
          onChange={(endpoint_id) => set({ endpoint_id })}
        />
        <Select
          label={WEBHOOKS.event}
          options={[
            { value: "", label: WEBHOOKS.everyEvent },
            ...eventTypes.map((type) => ({ value: type, label: type })),
          ]}
          value={range.event_type}
          onChange={(event_type) => set({ event_type })}
        />
        <ProblemNote problem={problem} />
        <p role="status">
          {counted !== undefined &&
            (counted.matched === null
              ? WEBHOOKS.counting(Math.round(counted.progress * 100))
              : WEBHOOKS.counted(counted.matched))}
        </p>
        <Buttons>
          <AsCommand cli={commandOf(range)} route={REPLAY} request={{ body }} />
          <Button onPress={onClose}>{WORDS.cancel}</Button>
          {counted === undefined || counted.matched === null ? (
            <Button
              kind="main"
              isBusy={counting.isRunning || counted !== undefined}
              onPress={() => void counting.run({ body: { ...body, dry_run: true } })}
            >
              {WEBHOOKS.count}
            </Button>
          ) : (
            <Button
              kind="main"
              isDisabled={counted.matched === 0}
              isBusy={starting.isRunning}
              onPress={() => void starting.run({ body })}
            >
              {WEBHOOKS.start(counted.matched)}
            </Button>
          )}
        </Buttons>
      </Stack>
    </Dialog>
  );
}

function Progress({ id, onClose }: { id: string; onClose: () => void }) {
  const replay = useReplay(id);
  const cancel = useChange("POST /v1/settings/developer/webhooks/deliveries/replays/{id}/cancel", {
    done: () => toast(WEBHOOKS.stopped),
  });
  const isRunning = replay?.status === "queueing";
  return (
    <Dialog title={WEBHOOKS.replayTitle} isOpen onClose={onClose}>
      <Stack>
        {replay !== undefined && (
          <>
            <progress
              max={replay.matched ?? 1}
              value={replay.succeeded + replay.exhausted}
              aria-label={WEBHOOKS.replay}
            />
            <p role="status">
              {WEBHOOKS.progress(replay.succeeded, replay.exhausted, replay.matched ?? replay.queued)}
            </p>
          </>
        )}
        <ProblemNote problem={cancel.problem} />
        <Buttons>
          {isRunning && (
            <Button kind="danger" isBusy={cancel.isRunning} onPress={() => void cancel.run({ path: { id } })}>
              {WEBHOOKS.stop}
            </Button>
          )}
          <Button kind="main" onPress={onClose}>
            {WORDS.close}
          </Button>
        </Buttons>
      </Stack>
    </Dialog>
  );
}

const AGAIN_MS = 700;

/** A replay as it is now. It is no event, so it is read again while it goes on, and only then. */
function useReplay(id: string | null) {
  const { data, refetch } = useAsk(
    "GET /v1/settings/developer/webhooks/deliveries/replays/{id}",
    { path: { id: id ?? "" } },
    { enabled: id !== null },
  );
  useEffect(() => {
    if (data === undefined || data.status === "done" || data.status === "cancelled") return;
    const timer = setTimeout(() => void refetch(), AGAIN_MS);
    return () => clearTimeout(timer);
  }, [data, refetch]);
  return id === null ? undefined : data;
}

function rangeOf({ endpoint_id, event_type, status, since, until }: ReplayProps["filters"]): Range {
  return {
    endpoint_id: endpoint_id ?? "",
    event_type: event_type ?? "",
    status: status === "exhausted" || status === "succeeded" ? status : "failed",
    since: since === undefined ? localTime(new Date(Date.now() - DAY_MS)) : `${since}T00:00`,
    until: until === undefined ? "" : `${until}T00:00`,
  };
}

function bodyOf({ endpoint_id, event_type, status, since, until }: Range): BodyOf<typeof REPLAY> {
  return {
    since: utc(since),
    status,
    ...(until === "" ? {} : { until: utc(until) }),
    ...(endpoint_id === "" ? {} : { endpoint_id }),
    ...(event_type === "" ? {} : { event_types: [event_type] }),
  };
}

function utc(local: string): string {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? local : at.toISOString();
}

function commandOf({ endpoint_id, event_type, status, since, until }: Range): string {
  return [
    `deliveries replay --since ${utc(since)}`,
    until !== "" && `--until ${utc(until)}`,
    endpoint_id !== "" && `--endpoint ${endpoint_id}`,
    event_type !== "" && `--events ${event_type}`,
    `--status ${status}`,
  ]
    .filter((part) => part !== false)
    .join(" ");
}
