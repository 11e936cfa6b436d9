import { useState } from "react";
import { useChange } from "../../api/queries.ts";
import { AsCommand } from "../../parts/as-command.tsx";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { Select } from "../../parts/select.tsx";
import { WORDS } from "../../words.ts";
import style from "./webhooks.module.css";
import { WEBHOOKS } from "./words.ts";

type RotateSecretProps = { id: string; onSecret: (secret: string) => void; onClose: () => void };

/** Gives an endpoint another signing secret; the old one keeps signing for a while. */
export function RotateSecret({ id, onSecret, onClose }: RotateSecretProps) {
  const [overlap, setOverlap] = useState<string>(WEBHOOKS.overlaps[0].value);
  const rotate = useChange("POST /v1/settings/developer/webhooks/endpoints/{id}/rotate-secret", {
    done: ({ secret }) => {
      onClose();
      onSecret(secret);
    },
  });
  const request = { path: { id }, body: { overlap_seconds: Number(overlap) } };
  return (
    <Dialog title={WEBHOOKS.rotate} isOpen onClose={onClose}>
      <div className={style.form}>
        <p>{WEBHOOKS.rotateText}</p>
        <Select label={WEBHOOKS.overlap} options={WEBHOOKS.overlaps} value={overlap} onChange={setOverlap} />
        <ProblemNote problem={rotate.problem} />
        <div className={style.buttons}>
          <AsCommand
            cli={`endpoints rotate ${id} --overlap ${overlap}s`}
            route="POST /v1/settings/developer/webhooks/endpoints/{id}/rotate-secret"
            request={request}
          />
          <Button onPress={onClose}>{WORDS.cancel}</Button>
          <Button kind="main" isBusy={rotate.isRunning} onPress={() => void rotate.run(request)}>
            {WEBHOOKS.rotate}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
