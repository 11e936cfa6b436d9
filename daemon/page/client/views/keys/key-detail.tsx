import { useState } from "react";
import { useLocation } from "wouter";
import { useChange } from "../../api/queries.ts";
import { GuardFacts } from "../../parts/agents/guard-facts.tsx";
import { AsCommand } from "../../parts/as-command.tsx";
import { Button } from "../../parts/button.tsx";
import { Id } from "../../parts/code.tsx";
import { Confirm, Dialog } from "../../parts/dialog.tsx";
import { Checkbox } from "../../parts/fields/checkbox.tsx";
import { Form } from "../../parts/fields/form.tsx";
import { Select } from "../../parts/fields/select.tsx";
import { Named } from "../../parts/names.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { Detail, Facts } from "../../parts/split.tsx";
import { Time } from "../../parts/time.tsx";
import { toast } from "../../parts/toast.tsx";
import { AGENT, KEYS, MAY } from "../../view-words.ts";
import { WORDS } from "../../words.ts";
import type { Key } from "./key.ts";

const BACK = "/settings/keys";

type KeyDetailProps = { shown: Key; onSecret: (key: string) => void };

/** One key: what it may do, and what can be done with it. */
export function KeyDetail({ shown, onSecret }: KeyDetailProps) {
  const [doing, setDoing] = useState<"rotate" | "revoke" | null>(null);
  const stop = () => setDoing(null);
  const { id, permissions, channel_ids } = shown;
  const actions = (
    <>
      <Button onPress={() => setDoing("rotate")}>{KEYS.rotate}</Button>
      <Button kind="danger" onPress={() => setDoing("revoke")}>
        {KEYS.revoke}
      </Button>
    </>
  );
  return (
    <Detail title={shown.name} back={BACK} actions={actions}>
      <Facts
        facts={[
          [KEYS.key, <code key="key">{`${shown.prefix}…${shown.last4}`}</code>],
          [
            KEYS.permissions,
            permissions.includes("*")
              ? KEYS.everything
              : permissions.map((one) => <p key={one}>{MAY[one]}</p>),
          ],
          [KEYS.channels, channel_ids?.map((one) => <Named key={one} id={one} />) ?? KEYS.allChannels],
          [
            AGENT.whenHeld,
            shown.bot && AGENT.heldAnswers.find(({ value }) => value === shown.bot?.when_held)?.label,
          ],
          [
            KEYS.lastUsed,
            shown.last_used_at === null ? KEYS.never : <Time key="used" at={shown.last_used_at} />,
          ],
          [KEYS.expires, shown.expires_at === null ? KEYS.never : <Time key="ends" at={shown.expires_at} />],
          [KEYS.createdBy, shown.created_by && <Named id={shown.created_by} />],
          [KEYS.created, <Time key="made" at={shown.created_at} />],
          [WORDS.id, <Id key="id" value={id} />],
        ]}
      />
      {shown.agent !== null && <GuardFacts agent={shown.agent} />}
      {doing === "rotate" && <Rotate id={id} onSecret={onSecret} onClose={stop} />}
      <Revoke id={id} isOpen={doing === "revoke"} onClose={stop} />
    </Detail>
  );
}

const ROTATE = "POST /v1/api-keys/{id}/rotate";

function Rotate({
  id,
  onSecret,
  onClose,
}: {
  id: string;
  onSecret: (key: string) => void;
  onClose: () => void;
}) {
  const [overlap, setOverlap] = useState("86400");
  const rotate = useChange(ROTATE, {
    done: ({ key }) => {
      onClose();
      onSecret(key);
    },
  });
  const request = { path: { id }, body: { overlap_seconds: Number(overlap) } };
  return (
    <Dialog title={KEYS.rotate} isOpen onClose={onClose}>
      <Form
        action={KEYS.rotate}
        onSubmit={() => void rotate.run(request)}
        onCancel={onClose}
        problem={rotate.problem}
        isBusy={rotate.isRunning}
        aside={<AsCommand cli={`keys rotate ${id} --overlap ${overlap}s`} route={ROTATE} request={request} />}
      >
        <p>{KEYS.rotateText}</p>
        <Select label={KEYS.overlap} options={KEYS.overlaps} value={overlap} onChange={setOverlap} />
      </Form>
    </Dialog>
  );
}

function Revoke({ id, isOpen, onClose }: { id: string; isOpen: boolean; onClose: () => void }) {
  const [keeps, setKeeps] = useState(false);
  const [, go] = useLocation();
  const revoke = useChange("DELETE /v1/api-keys/{id}", {
    done: () => {
      toast(KEYS.revoked);
      go(BACK);
    },
  });
  return (
    <Confirm
      title={KEYS.revoke}
      action={KEYS.revoke}
      isOpen={isOpen}
      isBusy={revoke.isRunning}
      onConfirm={() => void revoke.run({ path: { id }, query: { keep_keys: keeps } })}
      onClose={onClose}
    >
      <p>{KEYS.revokeText}</p>
      <Checkbox isOn={keeps} onChange={setKeeps}>
        {KEYS.keepKeys}
      </Checkbox>
      <ProblemNote problem={revoke.problem} />
    </Confirm>
  );
}
