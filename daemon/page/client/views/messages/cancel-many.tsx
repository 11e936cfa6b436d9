import { useState } from "react";
import type { BodyOf } from "../../api/call.ts";
import { useAsk, useChange } from "../../api/queries.ts";
import { AsCommand } from "../../parts/as-command.tsx";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Buttons, Stack } from "../../parts/fields/form.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { MESSAGES } from "../../view-words.ts";
import { WORDS } from "../../words.ts";
import { type Chosen, cancelCommandOf, queryOf } from "./filters.ts";

const CANCEL = "POST /v1/messages/cancel";
const RECORD = "GET /v1/messages/cancellations/{id}";

type Filters = Omit<BodyOf<typeof CANCEL>, "dry_run">;

/** The filters of the list by which what waits is cancelled; null where it has one that finds nothing that can be. */
export function cancelledBy(chosen: Chosen): Filters | null {
  const { direction, broadcast_id, status, ...filters } = queryOf(chosen);
  if (direction === "inbound" || broadcast_id !== undefined) return null;
  if (status !== undefined && status !== "queued" && status !== "scheduled") return null;
  const given: Filters = { ...filters, ...(status === undefined ? {} : { status }) };
  return Object.keys(given).length === 0 ? { all: true } : given;
}

type CancelManyProps = { chosen: Chosen; filters: Filters; onClose: () => void };

/** Cancels what waits and matches the list's filters: counts it first, then shows how far it is. */
export function CancelMany({ chosen, filters, onClose }: CancelManyProps) {
  const [count, setCount] = useState<string | null>(null);
  const [running, setRunning] = useState<string | null>(null);
  const counting = useChange(CANCEL, { done: ({ id }) => setCount(id) });
  const starting = useChange(CANCEL, { done: ({ id }) => setRunning(id) });
  const counted = useCancellation(count);
  const cancelled = useCancellation(running);
  const matched = counted?.status === "done" ? counted.matched : null;
  return (
    <Dialog title={MESSAGES.cancelMany} isOpen onClose={onClose}>
      <Stack>
        <p>{filters.all === true ? MESSAGES.cancelAllText : MESSAGES.cancelManyText}</p>
        <ProblemNote problem={starting.problem ?? counting.problem} />
        <p role="status">
          {cancelled === undefined
            ? counted !== undefined && MESSAGES.counted(counted.matched, matched !== null)
            : MESSAGES.cancelProgress(cancelled.cancelled, cancelled.status === "done")}
        </p>
        <Buttons>
          <AsCommand cli={cancelCommandOf(chosen)} route={CANCEL} request={{ body: filters }} />
          <Button onPress={onClose}>{running === null ? WORDS.cancel : WORDS.close}</Button>
          {running === null &&
            (matched === null ? (
              <Button
                kind="main"
                isBusy={counting.isRunning || counted !== undefined}
                onPress={() => void counting.run({ body: { ...filters, dry_run: true } })}
              >
                {MESSAGES.countFirst}
              </Button>
            ) : (
              <Button
                kind="danger"
                isDisabled={matched === 0}
                isBusy={starting.isRunning}
                onPress={() => void starting.run({ body: filters })}
              >
                {MESSAGES.cancelCounted(matched)}
              </Button>
            ))}
        </Buttons>
      </Stack>
    </Dialog>
  );
}

/** A cancellation as it is now. */
function useCancellation(id: string | null) {
  const { data } = useAsk(
    RECORD,
    { path: { id: id ?? "" } },
    { enabled: id !== null, isOver: ({ status }) => status === "done" },
  );
  return id === null ? undefined : data;
}
