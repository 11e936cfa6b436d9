import { useLocation } from "wouter";
import { useChange } from "../../api/queries.ts";
import { CONTACTS } from "../../view-words.ts";
import { AsCommand } from "../as-command.tsx";
import { Confirm } from "../dialog.tsx";
import { ProblemNote } from "../problem.tsx";
import { toast } from "../toast.tsx";

const ROUTE = "DELETE /v1/contacts/{id}";

type RemoveContactProps = {
  id: string;
  /** What is shown when it is gone. */
  next: string;
  onClose: () => void;
};

/** Deletes a contact once somebody has read what goes along. */
export function RemoveContact({ id, next, onClose }: RemoveContactProps) {
  const [, go] = useLocation();
  const remove = useChange(ROUTE, {
    done: () => {
      toast(CONTACTS.removed);
      onClose();
      go(next);
    },
    touches: ["/v1/crm", "/v1/conversations"],
  });
  const request = { path: { id } };
  return (
    <Confirm
      title={CONTACTS.remove}
      action={CONTACTS.remove}
      isOpen
      isBusy={remove.isRunning}
      onConfirm={() => void remove.run(request)}
      onClose={onClose}
      aside={<AsCommand cli={`contacts delete ${id} --yes`} route={ROUTE} request={request} />}
    >
      <p>{CONTACTS.removeText}</p>
      <ProblemNote problem={remove.problem} />
    </Confirm>
  );
}
