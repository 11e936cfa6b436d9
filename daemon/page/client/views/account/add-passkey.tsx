import { useState } from "react";
import { asProblem, errorAt, type Problem } from "../../api/problem.ts";
import { useChange } from "../../api/queries.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Field } from "../../parts/fields/field.tsx";
import { Form } from "../../parts/fields/form.tsx";
import { makePasskey } from "../../parts/login/passkeys.ts";
import { toast } from "../../parts/toast.tsx";
import { ACCOUNT } from "../../view-words.ts";

type Props = { onCodes: (codes: readonly string[]) => void; onClose: () => void };

/** Adds a passkey: a name, then the browser's own question. */
export function AddPasskey({ onCodes, onClose }: Readonly<Props>) {
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const add = useChange("POST /v1/auth/factors/passkey", {
    done: ({ recovery_codes }) => {
      toast(ACCOUNT.factorAdded);
      onClose();
      onCodes(recovery_codes);
    },
  });
  async function begin() {
    setBusy(true);
    setProblem(null);
    try {
      await add.run({ body: { name: name.trim(), passkey: await makePasskey() } });
    } catch (cause) {
      setProblem(asProblem(cause));
    }
    setBusy(false);
  }
  return (
    <Dialog title={ACCOUNT.addPasskey} isOpen onClose={onClose}>
      <Form
        action={ACCOUNT.goOn}
        onSubmit={() => void begin()}
        onCancel={onClose}
        problem={problem ?? add.problem}
        isBusy={isBusy}
        isDisabled={name.trim() === ""}
      >
        <p>{ACCOUNT.passkeyText}</p>
        <Field
          label={ACCOUNT.name}
          hint={ACCOUNT.passkeyNameHint}
          maxLength={64}
          value={name}
          onChange={setName}
          error={errorAt(add.problem, "name")}
          isRequired
          autoFocus
        />
      </Form>
    </Dialog>
  );
}
