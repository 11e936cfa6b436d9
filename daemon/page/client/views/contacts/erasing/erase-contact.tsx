import { useState } from "react";
import { errorAt } from "../../../api/problem.ts";
import { useChange } from "../../../api/queries.ts";
import { AsCommand, quoted } from "../../../parts/as-command.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { Checkbox } from "../../../parts/fields/checkbox.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { Form } from "../../../parts/fields/form.tsx";
import { toast } from "../../../parts/toast.tsx";
import { CONTACTS } from "../../../view-words.ts";

const ROUTE = "POST /v1/contacts/{id}/erase";

/** Erases a person, in a week or now, once somebody has read what goes and said why. */
export function EraseContact({ id, onClose }: { id: string; onClose: () => void }) {
  const [reason, setReason] = useState("");
  const [isAtOnce, setAtOnce] = useState(false);
  const erase = useChange(ROUTE, {
    done: () => {
      toast(CONTACTS.erasePlanned);
      onClose();
    },
    touches: ["/v1/conversations"],
  });
  const request = { path: { id }, body: { reason, ...(isAtOnce ? { at_once: true } : {}) } };
  return (
    <Dialog title={CONTACTS.erase} isOpen onClose={onClose}>
      <Form
        action={CONTACTS.erase}
        onSubmit={() => void erase.run(request)}
        onCancel={onClose}
        problem={erase.problem}
        isBusy={erase.isRunning}
        aside={
          <AsCommand
            cli={`contacts erase ${id} --reason ${quoted(reason)}${isAtOnce ? " --at-once" : ""} --yes`}
            route={ROUTE}
            request={request}
          />
        }
      >
        <p>{CONTACTS.eraseText}</p>
        <Field
          label={CONTACTS.eraseReason}
          hint={CONTACTS.eraseReasonHint}
          value={reason}
          onChange={setReason}
          error={errorAt(erase.problem, "reason")}
          maxLength={500}
          isRequired
          autoFocus
        />
        <Checkbox isOn={isAtOnce} onChange={setAtOnce}>
          {CONTACTS.eraseAtOnce}
        </Checkbox>
      </Form>
    </Dialog>
  );
}
