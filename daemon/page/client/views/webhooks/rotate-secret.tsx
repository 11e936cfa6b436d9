import { useState } from "react";
import { useChange } from "../../api/queries.ts";
import { AsCommand } from "../../parts/as-command.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Form } from "../../parts/fields/form.tsx";
import { Select } from "../../parts/fields/select.tsx";
import { KEYS, WEBHOOKS } from "../../view-words.ts";

const ROTATE = "POST /v1/settings/developer/webhooks/endpoints/{id}/rotate-secret";

type RotateSecretProps = { id: string; onSecret: (secret: string) => void; onClose: () => void };

/** Gives an endpoint another signing secret; the old one keeps signing for a while. */
export function RotateSecret({ id, onSecret, onClose }: RotateSecretProps) {
  const [overlap, setOverlap] = useState("86400");
  const rotate = useChange(ROTATE, {
    done: ({ secret }) => {
      onClose();
      onSecret(secret);
    },
  });
  const request = { path: { id }, body: { overlap_seconds: Number(overlap) } };
  return (
    <Dialog title={WEBHOOKS.rotate} isOpen onClose={onClose}>
      <Form
        action={WEBHOOKS.rotate}
        onSubmit={() => void rotate.run(request)}
        onCancel={onClose}
        problem={rotate.problem}
        isBusy={rotate.isRunning}
        aside={
          <AsCommand cli={`endpoints rotate ${id} --overlap ${overlap}s`} route={ROTATE} request={request} />
        }
      >
        <p>{WEBHOOKS.rotateText}</p>
        <Select label={WEBHOOKS.overlap} options={KEYS.overlaps} value={overlap} onChange={setOverlap} />
      </Form>
    </Dialog>
  );
}
