import { useState } from "react";
import { errorAt } from "../../api/problem.ts";
import { useChange } from "../../api/queries.ts";
import { APPROVALS } from "../../view-words.ts";
import { AsCommand } from "../as-command.tsx";
import { Dialog } from "../dialog.tsx";
import { Field } from "../fields/field.tsx";
import { Form } from "../fields/form.tsx";
import { toast } from "../toast.tsx";

const REFUSE = "POST /v1/approvals/{id}/refuse";

type RefuseProps = { id: string; onClose: () => void; onRefused?: () => void };

/** Refuses what an agent asks to send, with words if there is something to say. */
export function Refuse({ id, onClose, onRefused }: RefuseProps) {
  const [reason, setReason] = useState("");
  const refuse = useChange(REFUSE, {
    done: () => {
      toast(APPROVALS.refused);
      onClose();
      onRefused?.();
    },
  });
  const request = { path: { id }, body: reason.trim() === "" ? {} : { reason: reason.trim() } };
  return (
    <Dialog title={APPROVALS.refuse} isOpen onClose={onClose}>
      <Form
        action={APPROVALS.refuse}
        onSubmit={() => void refuse.run(request)}
        onCancel={onClose}
        problem={refuse.problem}
        isBusy={refuse.isRunning}
        aside={<AsCommand cli={`approvals refuse ${id}`} route={REFUSE} request={request} />}
      >
        <Field
          label={APPROVALS.reason}
          hint={APPROVALS.reasonHint}
          value={reason}
          onChange={setReason}
          error={errorAt(refuse.problem, "reason")}
          maxLength={1000}
          autoFocus
        />
      </Form>
    </Dialog>
  );
}
