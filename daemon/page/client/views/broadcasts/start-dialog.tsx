import { useEffect } from "react";
import { call } from "../../api/call.ts";
import { daemonNow } from "../../api/clock.ts";
import { useChange } from "../../api/queries.ts";
import { AsCommand } from "../../parts/as-command.tsx";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Buttons, Stack } from "../../parts/fields/form.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { toast } from "../../parts/toast.tsx";
import { BROADCASTS } from "../../view-words.ts";
import { WORDS } from "../../words.ts";
import { PreviewShown } from "./preview.tsx";
import type { Broadcast } from "./states.ts";
import { usePreview } from "./use-preview.ts";

const START = "POST /v1/broadcasts/{id}/start";

/** Counts who gets it, and starts it when that is what was meant. */
export function StartDialog({ broadcast, onClose }: { broadcast: Broadcast; onClose: () => void }) {
  const path = { id: broadcast.id };
  const { preview, problem, run } = usePreview((query, signal) =>
    call("POST /v1/broadcasts/{id}/preview", { path, query }, { signal }),
  );
  const start = useChange(START, {
    done: () => {
      toast(BROADCASTS.started);
      onClose();
    },
  });
  useEffect(() => void run(), [run]);
  const isCounted = preview !== null && preview.next_cursor === null;
  const isLater = broadcast.starts_at !== null && Date.parse(broadcast.starts_at) > daemonNow();
  return (
    <Dialog title={BROADCASTS.start} isOpen onClose={onClose} isWide>
      <Stack>
        {problem === null && <PreviewShown preview={preview} />}
        <ProblemNote problem={start.problem ?? problem} onTryAgain={() => void run()} />
        <Buttons>
          <AsCommand cli={`broadcasts start ${broadcast.id}`} route={START} request={{ path }} />
          <Button onPress={onClose}>{WORDS.cancel}</Button>
          <Button
            kind="main"
            isDisabled={!isCounted || (preview.sendable === 0 && !isLater)}
            isBusy={start.isRunning}
            onPress={() => void start.run({ path })}
          >
            {isLater
              ? BROADCASTS.startLater
              : isCounted
                ? BROADCASTS.startFor(preview.sendable)
                : BROADCASTS.start}
          </Button>
        </Buttons>
      </Stack>
    </Dialog>
  );
}
