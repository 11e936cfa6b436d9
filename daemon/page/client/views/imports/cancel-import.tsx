import { useChange } from "../../api/queries.ts";
import { AsCommand } from "../../parts/as-command.tsx";
import { Confirm } from "../../parts/dialog.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { toast } from "../../parts/toast.tsx";
import { IMPORTS } from "../../view-words.ts";

const ROUTE = "POST /v1/contacts/imports/{id}/cancel";

/** Stops an import once somebody has read what stays. */
export function CancelImport({ id, onClose }: { id: string; onClose: () => void }) {
  const request = { path: { id } };
  const cancel = useChange(ROUTE, {
    done: () => {
      toast(IMPORTS.cancelled);
      onClose();
    },
  });
  return (
    <Confirm
      title={IMPORTS.cancel}
      action={IMPORTS.cancel}
      isOpen
      isBusy={cancel.isRunning}
      onConfirm={() => void cancel.run(request)}
      onClose={onClose}
      aside={<AsCommand cli={`imports cancel ${id}`} route={ROUTE} request={request} />}
    >
      <p>{IMPORTS.cancelText}</p>
      <ProblemNote problem={cancel.problem} />
    </Confirm>
  );
}
