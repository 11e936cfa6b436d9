import { useState } from "react";
import { errorAt } from "../../../api/problem.ts";
import { useChange } from "../../../api/queries.ts";
import { AsCommand, quoted } from "../../../parts/as-command.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { Form } from "../../../parts/fields/form.tsx";
import { INBOX } from "../../../view-words.ts";
import type { Conversation } from "../types.ts";

const ROUTE = "/v1/conversations/{id}/legal_hold";

type LegalHoldProps = { conversation: Conversation; onClose: () => void };

/** Puts a conversation under a legal hold, or releases it. */
export default function LegalHold({ conversation: { id, legal_hold }, onClose }: LegalHoldProps) {
  const [reason, setReason] = useState("");
  const place = useChange(`PUT ${ROUTE}`, { done: onClose });
  const release = useChange(`DELETE ${ROUTE}`, { done: onClose });
  if (legal_hold !== null)
    return (
      <Dialog title={INBOX.legalRelease} isOpen onClose={onClose}>
        <Form
          action={INBOX.legalRelease}
          onSubmit={() => void release.run({ path: { id } })}
          onCancel={onClose}
          problem={release.problem}
          isBusy={release.isRunning}
          isDanger
          aside={
            <AsCommand
              cli={`conversations legal-hold ${id} --release`}
              route={`DELETE ${ROUTE}`}
              request={{ path: { id } }}
            />
          }
        >
          <p>{legal_hold.reason}</p>
          <p>{INBOX.legalReleaseText}</p>
        </Form>
      </Dialog>
    );
  const request = { path: { id }, body: { reason } };
  return (
    <Dialog title={INBOX.legalHold} isOpen onClose={onClose}>
      <Form
        action={INBOX.legalHold}
        onSubmit={() => void place.run(request)}
        onCancel={onClose}
        problem={place.problem}
        isBusy={place.isRunning}
        isDisabled={reason.trim() === ""}
        aside={
          <AsCommand
            cli={`conversations legal-hold ${id} --reason ${quoted(reason)}`}
            route={`PUT ${ROUTE}`}
            request={request}
          />
        }
      >
        <Field
          label={INBOX.legalReason}
          hint={INBOX.legalText}
          value={reason}
          onChange={setReason}
          error={errorAt(place.problem, "reason")}
          maxLength={500}
          isRequired
          autoFocus
        />
      </Form>
    </Dialog>
  );
}
