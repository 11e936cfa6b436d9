import { KeyRound, Smartphone, X } from "lucide-react";
import { useState } from "react";
import type { ResponseOf } from "../../api/call.ts";
import { useAsk, useChange } from "../../api/queries.ts";
import { Button, IconButton } from "../../parts/button.tsx";
import { Confirm } from "../../parts/dialog.tsx";
import { Buttons } from "../../parts/fields/form.tsx";
import { canUsePasskeys } from "../../parts/login/passkeys.ts";
import { ProblemNote } from "../../parts/problem.tsx";
import { Time } from "../../parts/time.tsx";
import { toast } from "../../parts/toast.tsx";
import common from "../../style/common.module.css";
import { ACCOUNT } from "../../view-words.ts";
import style from "./account.module.css";
import { AddPasskey } from "./add-passkey.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SetUpApp } from "./set-up-app.tsx";

type Factor = ResponseOf<"GET /v1/auth/factors">["data"][number];

/** What logins ask for beside the password: what there is, what can be added, and the way out of it. */
export function Factors() {
  const { data, error } = useAsk("GET /v1/auth/factors", {});
  const [adding, setAdding] = useState<"app" | "passkey" | null>(null);
  const [removing, setRemoving] = useState<Factor | null>(null);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const renew = useChange("POST /v1/auth/factors/recovery_codes", {
    done: ({ recovery_codes }) => setCodes(recovery_codes),
  });
  const factors = data?.data ?? [];
  return (
    <section className={style.part} aria-labelledby="factors">
      <h2 id="factors">{ACCOUNT.factors}</h2>
      <ProblemNote problem={error ?? renew.problem} />
      {data !== undefined && factors.length === 0 && <p className={common.quiet}>{ACCOUNT.noFactors}</p>}
      <FactorLines factors={factors} onRemove={setRemoving} />
      {factors.length > 0 && (
        <p className={common.quiet}>{ACCOUNT.recoveryLeft(data?.recovery_codes_left ?? 0)}</p>
      )}
      <Buttons>
        {factors.length > 0 && (
          <Button onPress={() => void renew.run({})} isBusy={renew.isRunning}>
            {ACCOUNT.newCodes}
          </Button>
        )}
        <Button icon={Smartphone} onPress={() => setAdding("app")}>
          {ACCOUNT.addApp}
        </Button>
        {canUsePasskeys() && (
          <Button icon={KeyRound} onPress={() => setAdding("passkey")}>
            {ACCOUNT.addPasskey}
          </Button>
        )}
      </Buttons>
      {adding === "app" && <SetUpApp onCodes={setCodes} onClose={() => setAdding(null)} />}
      {adding === "passkey" && <AddPasskey onCodes={setCodes} onClose={() => setAdding(null)} />}
      {removing !== null && <RemoveFactor factor={removing} onClose={() => setRemoving(null)} />}
      <RecoveryCodes codes={codes} onClose={() => setCodes([])} />
    </section>
  );
}

type LinesProps = { factors: readonly Factor[]; onRemove: (factor: Factor) => void };

function FactorLines({ factors, onRemove }: Readonly<LinesProps>) {
  if (factors.length === 0) return null;
  return (
    <ul className={common.lines}>
      {factors.map((factor) => (
        <li key={factor.id}>
          <strong>{factor.name}</strong>
          <span>{ACCOUNT.factorKinds[factor.kind]}</span>
          <span className={common.quiet}>
            {ACCOUNT.lastUsed} <Time at={factor.last_used_at ?? factor.created_at} />
          </span>
          <span className={common.end}>
            <IconButton label={ACCOUNT.removeFactor(factor.name)} icon={X} onPress={() => onRemove(factor)} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function RemoveFactor({ factor: { id, name }, onClose }: Readonly<{ factor: Factor; onClose: () => void }>) {
  const remove = useChange("DELETE /v1/auth/factors/{id}", {
    done: () => {
      toast(ACCOUNT.factorRemoved);
      onClose();
    },
  });
  return (
    <Confirm
      title={ACCOUNT.removeFactor(name)}
      action={ACCOUNT.removeFactor(name)}
      isOpen
      isBusy={remove.isRunning}
      onConfirm={() => void remove.run({ path: { id } })}
      onClose={onClose}
    >
      <p>{ACCOUNT.removeFactorText}</p>
      <ProblemNote problem={remove.problem} />
    </Confirm>
  );
}
