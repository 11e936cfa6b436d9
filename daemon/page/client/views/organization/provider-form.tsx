import { useState } from "react";
import { errorAt } from "../../api/problem.ts";
import { useChange } from "../../api/queries.ts";
import { AsCommand, quoted } from "../../parts/as-command.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Checkbox } from "../../parts/fields/checkbox.tsx";
import { Field } from "../../parts/fields/field.tsx";
import { Form } from "../../parts/fields/form.tsx";
import { NamesField } from "../../parts/fields/names-field.tsx";
import { toast } from "../../parts/toast.tsx";
import { PROVIDER } from "../../view-words.ts";
import type { Changes, Provider } from "./provider.ts";
import { RoleFields } from "./role-fields.tsx";

const UPDATE = "PATCH /v1/settings/login-provider";

/** Sets the login provider, or changes it: only what was changed is sent. */
export function ProviderForm({ kept, onClose }: { kept: Provider; onClose: () => void }) {
  const [changes, setChanges] = useState<Changes>({});
  const update = useChange(UPDATE, {
    done: () => {
      onClose();
      toast(PROVIDER.saved);
    },
  });
  const now = { ...kept, ...changes };
  const change = (part: Changes) => setChanges({ ...changes, ...part });
  const text = (name: "name" | "issuer" | "client_id") => ({
    value: now[name] ?? "",
    onChange: (value: string) => change({ [name]: value }),
    error: errorAt(update.problem, name),
    isRequired: true,
  });
  const isNew = kept.issuer === null;
  return (
    <Dialog title={isNew ? PROVIDER.set : PROVIDER.change} isOpen onClose={onClose} isWide>
      <Form
        action={PROVIDER.save}
        onSubmit={() => void update.run({ body: changes })}
        onCancel={onClose}
        problem={update.problem}
        isBusy={update.isRunning}
        isDisabled={Object.keys(changes).length === 0}
        aside={
          <AsCommand cli={commandOf(changes)} route={UPDATE} request={{ body: withoutSecret(changes) }} />
        }
      >
        <Field label={PROVIDER.name} hint={PROVIDER.nameHint} {...text("name")} maxLength={60} autoFocus />
        <Field label={PROVIDER.issuer} hint={PROVIDER.issuerHint} {...text("issuer")} type="url" />
        <Field label={PROVIDER.clientId} {...text("client_id")} />
        <Field
          label={PROVIDER.clientSecret}
          hint={isNew ? null : PROVIDER.secretKept}
          type="password"
          value={changes.client_secret ?? ""}
          onChange={(client_secret) =>
            setChanges(client_secret === "" ? withoutSecret(changes) : { ...changes, client_secret })
          }
          error={errorAt(update.problem, "client_secret")}
          isRequired={isNew}
        />
        <NamesField
          label={PROVIDER.domains}
          hint={PROVIDER.domainsHint}
          names={now.domains}
          onChange={(domains) => change({ domains })}
          error={errorAt(update.problem, "domains")}
        />
        <RoleFields now={now} onChange={change} problem={update.problem} />
        <Checkbox isOn={now.password_login} onChange={(password_login) => change({ password_login })}>
          {PROVIDER.passwordLogin}
        </Checkbox>
      </Form>
    </Dialog>
  );
}

/** A secret is in no command that somebody copies. */
function withoutSecret({ client_secret: _, ...rest }: Changes): Changes {
  return rest;
}

function commandOf(changes: Changes): string {
  const secret = changes.client_secret === undefined ? "" : "--secret ";
  return `login-provider set ${secret}--file ${quoted(JSON.stringify(withoutSecret(changes)))}`;
}
