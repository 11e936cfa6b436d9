import { useLocation } from "wouter";
import { useChange } from "../../api/queries.ts";
import { Confirm } from "../../parts/dialog.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { toast } from "../../parts/toast.tsx";
import { CONTACTS } from "./words.ts";

/** Deletes a contact once somebody has read what goes along. */
export function RemoveContact({ id, onClose }: { id: string; onClose: () => void }) {
  const [, go] = useLocation();
  const remove = useChange("DELETE /v1/contacts/{id}", {
    done: () => {
      toast(CONTACTS.removed);
      go("/contacts");
    },
    touches: ["/v1/crm", "/v1/conversations"],
  });
  return (
    <Confirm
      title={CONTACTS.remove}
      action={CONTACTS.remove}
      isOpen
      isBusy={remove.isRunning}
      onConfirm={() => void remove.run({ path: { id } })}
      onClose={onClose}
    >
      <p>{CONTACTS.removeText}</p>
      <ProblemNote problem={remove.problem} />
    </Confirm>
  );
}
