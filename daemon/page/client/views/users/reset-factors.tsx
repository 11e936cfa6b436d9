import { useChange } from "../../api/queries.ts";
import { AsCommand } from "../../parts/as-command.tsx";
import { Confirm } from "../../parts/dialog.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { toast } from "../../parts/toast.tsx";
import { USERS } from "../../view-words.ts";

const ROUTE = "DELETE /v1/users/{id}/factors";

/** Removes all second factors of a user who has lost them. */
export function ResetFactors({ id, onClose }: Readonly<{ id: string; onClose: () => void }>) {
  const reset = useChange(ROUTE, {
    done: () => {
      toast(USERS.factorsReset);
      onClose();
    },
  });
  const request = { path: { id } };
  return (
    <Confirm
      title={USERS.resetFactors}
      action={USERS.resetFactors}
      isOpen
      isBusy={reset.isRunning}
      onConfirm={() => void reset.run(request)}
      onClose={onClose}
      aside={<AsCommand cli={`users reset-factors ${id}`} route={ROUTE} request={request} />}
    >
      <p>{USERS.resetFactorsText}</p>
      <ProblemNote problem={reset.problem} />
    </Confirm>
  );
}
