import { useLocation } from "wouter";
import { useChange } from "../../api/queries.ts";
import { AsCommand } from "../../parts/as-command.tsx";
import { Confirm } from "../../parts/dialog.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { toast } from "../../parts/toast.tsx";
import { CONTACTS } from "./words.ts";

const ROUTE = "DELETE /v1/contacts/{id}";

/** Deletes a contact once somebody has read what goes along. */
export function RemoveContact({ id, onClose }: { id: string; onClose: () => void }) {
  const [, go] = useLocation();
  const remove = useChange(ROUTE, {
    done: () => {
      toast(CONTACTS.removed);
      go("/contacts");
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
