import type { ResponseOf } from "../../../api/call.ts";
import { useChange } from "../../../api/queries.ts";
import { AsCommand } from "../../../parts/as-command.tsx";
import { Confirm } from "../../../parts/dialog.tsx";
import { ProblemNote } from "../../../parts/problem.tsx";
import { LABELS } from "../../../view-words.ts";

const ROUTE = "DELETE /v1/channels/{id}/labels/{label}";

export type Label = ResponseOf<"GET /v1/channels/{id}/labels">["data"][number];
type RemoveLabelProps = { id: string; label: Label; onClose: () => void };

/** Deletes a label, once somebody has read what goes along. */
export function RemoveLabel({ id, label, onClose }: RemoveLabelProps) {
  const request = { path: { id, label: label.id } };
  const remove = useChange(ROUTE, { done: onClose });
  return (
    <Confirm
      title={LABELS.remove(label.name)}
      action={LABELS.confirm}
      isOpen
      isBusy={remove.isRunning}
      onConfirm={() => void remove.run(request)}
      onClose={onClose}
      aside={
        <AsCommand cli={`channels labels delete ${id} ${label.id} --yes`} route={ROUTE} request={request} />
      }
    >
      <p>{LABELS.removeText}</p>
      <ProblemNote problem={remove.problem} />
    </Confirm>
  );
}
