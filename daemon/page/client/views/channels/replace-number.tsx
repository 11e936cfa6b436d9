import { useState } from "react";
import { useChange } from "../../api/queries.ts";
import { AsCommand } from "../../parts/as-command.tsx";
import { Confirm } from "../../parts/dialog.tsx";
import { Checkbox } from "../../parts/fields/checkbox.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { CHANNELS } from "../../view-words.ts";
import type { Channel } from "./states.ts";

const ROUTE = "POST /v1/channels/{id}/connect";

/** Lets the number that was paired last take the place of the channel's own, once somebody has read what goes along. */
export function ReplaceNumber({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const { id, phone_number } = channel;
  const offered = channel.offered_number ?? "";
  const [isKept, setKept] = useState(false);
  const connect = useChange(ROUTE, { done: onClose, touches: ["/v1/overview"] });
  const waiting = isKept ? ("keep" as const) : ("cancel" as const);
  const request = { path: { id }, body: { replace_number: true, waiting } };
  return (
    <Confirm
      title={CHANNELS.replaceNumber(offered)}
      action={CHANNELS.replaceNumber(offered)}
      isOpen
      isBusy={connect.isRunning}
      onConfirm={() => void connect.run(request)}
      onClose={onClose}
      aside={
        <AsCommand
          cli={`channels connect ${id} --replace-number${isKept ? " --keep-waiting" : ""}`}
          route={ROUTE}
          request={request}
        />
      }
    >
      <p>{CHANNELS.replacing(offered, phone_number)}</p>
      <p>{isKept ? CHANNELS.waitingKept(offered) : CHANNELS.waitingCancelled}</p>
      <Checkbox isOn={isKept} onChange={setKept}>
        {CHANNELS.keepWaiting(offered)}
      </Checkbox>
      <ProblemNote problem={connect.problem} />
    </Confirm>
  );
}
