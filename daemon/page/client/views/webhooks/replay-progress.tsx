import { useAsk, useChange } from "../../api/queries.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Buttons, Stack } from "../../parts/fields/form.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { toast } from "../../parts/toast.tsx";
import { WEBHOOKS } from "../../view-words.ts";
import { WORDS } from "../../words.ts";

/** How far a replay is, until its end, and how to stop it. */
export function ReplayProgress({ id, onClose }: { id: string; onClose: () => void }) {
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
              {WEBHOOKS.progress(replay.succeeded, replay.exhausted, isRunning ? null : replay.queued)}
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

/** A replay as it is now. */
export function useReplay(id: string | null) {
  const { data } = useAsk(
    "GET /v1/settings/developer/webhooks/deliveries/replays/{id}",
    { path: { id: id ?? "" } },
    { enabled: id !== null, isOver: ({ status }) => status === "done" || status === "cancelled" },
  );
  return id === null ? undefined : data;
}
