import { useState } from "react";
import { call } from "../../api/call.ts";
import { asProblem, errorAt, type Problem } from "../../api/problem.ts";
import { addressOf } from "../../api/root.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Field } from "../../parts/fields/field.tsx";
import { Form } from "../../parts/fields/form.tsx";
import { WORDS } from "../../words.ts";
import { ACCOUNT } from "./words.ts";

type SwitchProps = { isOpen: boolean; onClose: () => void; email: string };

/** Logs the same person in to another organisation: which ones there are, only their passwords tell. */
export function SwitchOrganization({ isOpen, onClose, email }: SwitchProps) {
  const [password, setPassword] = useState("");
  const [organization, setOrganization] = useState("");
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  async function change() {
    setBusy(true);
    const named = organization.trim() === "" ? {} : { organization_id: organization.trim() };
    try {
      await call("POST /v1/auth/login", { body: { email, password, ...named } }, { isLogin: true });
      // nothing of the organisation before is kept
      location.assign(addressOf("/"));
    } catch (cause) {
      setProblem(asProblem(cause));
      setBusy(false);
    }
  }
  return (
    <Dialog title={ACCOUNT.switch} isOpen={isOpen} onClose={onClose}>
      <Form
        action={ACCOUNT.switch}
        onSubmit={() => void change()}
        onCancel={onClose}
        problem={problem}
        isBusy={isBusy}
      >
        <p>{ACCOUNT.switchText}</p>
        <Field
          label={WORDS.email}
          type="email"
          autoComplete="username"
          value={email}
          onChange={() => {}}
          isDisabled
        />
        <Field
          label={WORDS.password}
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          error={errorAt(problem, "password")}
          isRequired
          autoFocus
        />
        <Field
          label={ACCOUNT.organizationId}
          hint={ACCOUNT.organizationHint}
          value={organization}
          onChange={setOrganization}
          error={errorAt(problem, "organization_id")}
          isMono
        />
      </Form>
    </Dialog>
  );
}
