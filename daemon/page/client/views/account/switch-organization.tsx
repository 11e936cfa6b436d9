import { useState } from "react";
import { call, type ResponseOf } from "../../api/call.ts";
import { asProblem, type Problem } from "../../api/problem.ts";
import { addressOf } from "../../api/root.ts";
import { useMe } from "../../api/session.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Form } from "../../parts/fields/form.tsx";
import { Select } from "../../parts/fields/select.tsx";
import { CodeField } from "../../parts/login/code-field.tsx";
import { PasswordField } from "../../parts/login/password-field.tsx";
import { useLogIn } from "../../parts/login/use-log-in.ts";
import { ACCOUNT } from "../../view-words.ts";

type Organizations = ResponseOf<"POST /v1/auth/organizations">["data"];

/** Logs the same person in to another organisation: which ones there are, only the password tells. */
export function SwitchOrganization({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { user, organization_id: current } = useMe();
  const email = user?.email ?? "";
  const [password, setPassword] = useState("");
  const [others, setOthers] = useState<Organizations | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { wantsCode, code, setCode, logIn } = useLogIn();

  /** Finds the others; enters the only one, or the one that was chosen. */
  async function change() {
    const found = others ?? (await otherOrganizations(email, password, current));
    const [only] = found;
    const next = chosen ?? (found.length === 1 ? only?.organization_id : undefined);
    if (next === undefined) return setOthers(found);
    if (!(await logIn({ email, password, organization_id: next }))) return;
    // nothing of the organisation before is kept
    location.assign(addressOf("/"));
  }
  const submit = () => {
    setBusy(true);
    setProblem(null);
    void change()
      .catch((cause: unknown) => setProblem(asProblem(cause)))
      .finally(() => setBusy(false));
  };
  const typed = (text: string) => {
    setPassword(text);
    setOthers(null);
    setChosen(null);
  };
  return (
    <Dialog title={ACCOUNT.switch} isOpen={isOpen} onClose={onClose}>
      <Form action={ACCOUNT.switch} onSubmit={submit} onCancel={onClose} problem={problem} isBusy={isBusy}>
        <p>{ACCOUNT.switchText}</p>
        <PasswordField
          value={password}
          onChange={typed}
          {...{ email, problem }}
          error={others?.length === 0 ? ACCOUNT.noOther : undefined}
          autoFocus
        />
        {others !== null && others.length > 0 && (
          <Select
            label={ACCOUNT.organization}
            options={others.map(({ organization_id, name, role }) => ({
              ...{ value: organization_id, label: name || organization_id, hint: role },
            }))}
            value={chosen}
            onChange={setChosen}
          />
        )}
        {wantsCode && <CodeField value={code} onChange={setCode} />}
      </Form>
    </Dialog>
  );
}

async function otherOrganizations(email: string, password: string, current: string): Promise<Organizations> {
  const { data } = await call(
    "POST /v1/auth/organizations",
    { body: { email, password } },
    { isLogin: true },
  );
  return data.filter(({ organization_id }) => organization_id !== current);
}
