import { useLocation } from "wouter";
import { useAsk, useChange } from "../../api/queries.ts";
import { AsCommand } from "../../parts/as-command.tsx";
import { Confirm } from "../../parts/dialog.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { toast } from "../../parts/toast.tsx";
import { CHANNELS } from "../../view-words.ts";
import style from "./channels.module.css";
import { type Channel, isPaired } from "./states.ts";

const ROUTE = "DELETE /v1/channels/{id}";

/** Deletes a channel once somebody has read what goes along. */
export function RemoveChannel({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const [, go] = useLocation();
  const overview = useAsk("GET /v1/overview", {});
  const remove = useChange(ROUTE, {
    done: () => {
      toast(CHANNELS.removed);
      go("/channels");
    },
    touches: ["/v1/overview"],
  });
  const request = { path: { id: channel.id } };
  const lane = overview.data?.channels.find(({ id }) => id === channel.id);
  return (
    <Confirm
      title={CHANNELS.remove}
      action={CHANNELS.remove}
      isOpen
      isBusy={remove.isRunning}
      onConfirm={() => void remove.run(request)}
      onClose={onClose}
      aside={<AsCommand cli={`channels delete ${channel.id} --yes`} route={ROUTE} request={request} />}
    >
      <p>{CHANNELS.removeText}</p>
      <ul className={style.consequences}>
        {lane !== undefined && (
          <li>
            {lane.waiting === 0
              ? CHANNELS.removeNothingWaits
              : CHANNELS.removeWaiting(CHANNELS.waiting(lane.waiting, lane.counted_all))}
          </li>
        )}
        <li>{isPaired(channel) ? CHANNELS.removePaired : CHANNELS.removeOfficial}</li>
        <li>{CHANNELS.removeKept}</li>
      </ul>
      <ProblemNote problem={remove.problem} />
    </Confirm>
  );
}
