import { useState } from "react";
import { errorAt } from "../../api/problem.ts";
import { useChange } from "../../api/queries.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Field } from "../../parts/fields/field.tsx";
import { Form } from "../../parts/fields/form.tsx";
import { toast } from "../../parts/toast.tsx";
import { ACCOUNT } from "../../view-words.ts";

/** Asks for the old and the new password. */
export function ChangePassword({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [current, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  const change = useChange("POST /v1/auth/password", {
    done: () => {
      toast(ACCOUNT.passwordChanged);
      close();
    },
  });
  const isWrong = change.problem?.code === "wrong_password";
  function close() {
    setCurrent("");
    setPassword("");
    change.clear();
    onClose();
  }
  return (
    <Dialog title={ACCOUNT.changePassword} isOpen={isOpen} onClose={close}>
      <Form
        action={ACCOUNT.changePassword}
        onSubmit={() => void change.run({ body: { current_password: current, password } })}
        onCancel={close}
        problem={isWrong ? null : change.problem}
        isBusy={change.isRunning}
      >
        <Field
          label={ACCOUNT.currentPassword}
          hint={ACCOUNT.currentPasswordHint}
          type="password"
          autoComplete="current-password"
          value={current}
          onChange={setCurrent}
          error={isWrong ? ACCOUNT.wrongPassword : errorAt(change.problem, "current_password")}
          isRequired
        />
        <Field
          label={ACCOUNT.newPassword}
          hint={ACCOUNT.passwordHint}
          type="password"
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
          error={errorAt(change.problem, "password")}
          isRequired
        />
      </Form>
    </Dialog>
  );
}
