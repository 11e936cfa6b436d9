import { useState } from "react";
import { useLoginElsewhere } from "../api/logins.ts";
import type { Problem } from "../api/problem.ts";
import { useAsk, useChange } from "../api/queries.ts";
import { useMe } from "../api/session.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Form } from "../parts/fields/form.tsx";
import { ByProvider, useLoginWays } from "../parts/login/by-provider.tsx";
import { CodeField } from "../parts/login/code-field.tsx";
import { PasskeyButton } from "../parts/login/passkey-button.tsx";
import { PasswordField } from "../parts/login/password-field.tsx";
import { LOGIN } from "../words.ts";

/** Asks once more who it is: for a code of the second factor, or for the password of who has none. */
export default function StepUp({ onDone, onClose }: Readonly<{ onDone: () => void; onClose: () => void }>) {
  const { data, error } = useAsk("GET /v1/auth/factors", {});
  const [typed, setTyped] = useState("");
  const [refused, setRefused] = useState<Problem | null>(null);
  const prove = useChange("POST /v1/auth/step_up", { done: onDone, refused: () => setTyped("") });
  // a login by the provider in another tab proves it, too
  const ways = useLoginWays(useMe().organization_id);
  useLoginElsewhere(onDone);
  const hasPasskey = data?.data.some(({ kind }) => kind === "passkey") === true;
  const hasFactors = (data?.data.length ?? 0) > 0;
  const body = hasFactors ? { code: typed.trim() } : { password: typed };
  return (
    <Dialog title={LOGIN.stepUpTitle} isOpen onClose={onClose}>
      <Form
        action={LOGIN.stepUp}
        onSubmit={() => {
          setRefused(null);
          void prove.run({ body });
        }}
        onCancel={onClose}
        problem={error ?? refused ?? prove.problem}
        isBusy={prove.isRunning}
        isDisabled={data === undefined}
      >
        <p>{LOGIN.stepUpText}</p>
        {ways !== undefined && <ByProvider ways={ways} to="/" isApart isFresh />}
        {data !== undefined &&
          (hasFactors ? (
            <CodeField value={typed} onChange={setTyped} />
          ) : (
            <PasswordField value={typed} onChange={setTyped} problem={prove.problem} autoFocus />
          ))}
        {hasPasskey && (
          <PasskeyButton onSigned={(passkey) => prove.run({ body: { passkey } })} onProblem={setRefused} />
        )}
      </Form>
    </Dialog>
  );
}
