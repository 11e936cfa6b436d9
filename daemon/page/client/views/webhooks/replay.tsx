import { useState } from "react";
import { errorAt } from "../../api/problem.ts";
import { useChange } from "../../api/queries.ts";
import { AsCommand } from "../../parts/as-command.tsx";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Field } from "../../parts/fields/field.tsx";
import { Buttons, Pair, Stack } from "../../parts/fields/form.tsx";
import { Select } from "../../parts/fields/select.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { WEBHOOKS } from "../../view-words.ts";
import { WORDS } from "../../words.ts";
import { ReplayProgress, useReplay } from "./replay-progress.tsx";
import { bodyOf, commandOf, type Range, type RangeFilters, REPLAY, rangeOf } from "./replay-range.ts";

type ReplayProps = {
  endpoints: readonly { id: string; url: string; enabled: boolean }[];
  eventTypes: readonly string[];
  /** The filters of the list, which it begins with. */
  filters: RangeFilters;
  onClose: () => void;
};

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
  if (running !== null) return <ReplayProgress id={running} onClose={onClose} />;
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
