import { useState } from "react";
import type { ResponseOf } from "../../api/call.ts";
import { errorAt } from "../../api/problem.ts";
import { useChange } from "../../api/queries.ts";
import { Id } from "../../parts/code.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Field } from "../../parts/fields/field.tsx";
import { Form } from "../../parts/fields/form.tsx";
import { Qr } from "../../parts/qr.tsx";
import { toast } from "../../parts/toast.tsx";
import { ACCOUNT } from "../../view-words.ts";
import style from "./account.module.css";

type NewApp = ResponseOf<"POST /v1/auth/factors/totp">;
type Props = { onCodes: (codes: readonly string[]) => void; onClose: () => void };

/** Sets up an authenticator app: a name, then its QR code, until a code of the app shows that it has the secret. */
export function SetUpApp({ onCodes, onClose }: Readonly<Props>) {
  const [app, setApp] = useState<NewApp | null>(null);
  return (
    <Dialog title={ACCOUNT.addApp} isOpen onClose={onClose}>
      {app === null ? (
        <NameIt onMade={setApp} onClose={onClose} />
      ) : (
        <ConfirmIt {...{ app, onCodes, onClose }} />
      )}
    </Dialog>
  );
}

function NameIt({ onMade, onClose }: Readonly<{ onMade: (app: NewApp) => void; onClose: () => void }>) {
  const [name, setName] = useState("");
  const begin = useChange("POST /v1/auth/factors/totp", { done: onMade });
  return (
    <Form
      action={ACCOUNT.goOn}
      onSubmit={() => void begin.run({ body: { name: name.trim() } })}
      onCancel={onClose}
      problem={begin.problem}
      isBusy={begin.isRunning}
    >
      <Field
        label={ACCOUNT.name}
        hint={ACCOUNT.appNameHint}
        maxLength={64}
        value={name}
        onChange={setName}
        error={errorAt(begin.problem, "name")}
        isRequired
        autoFocus
      />
    </Form>
  );
}

function ConfirmIt({ app, onCodes, onClose }: Readonly<Props & { app: NewApp }>) {
  const [code, setCode] = useState("");
  const confirm = useChange("POST /v1/auth/factors/{id}/confirm", {
    done: ({ recovery_codes }) => {
      toast(ACCOUNT.factorAdded);
      onClose();
      onCodes(recovery_codes);
    },
  });
  return (
    <Form
      action={ACCOUNT.turnOn}
      onSubmit={() => void confirm.run({ path: { id: app.id }, body: { code: code.trim() } })}
      onCancel={onClose}
      problem={confirm.problem}
      isBusy={confirm.isRunning}
    >
      <p>{ACCOUNT.scan}</p>
      <div className={style.qr}>
        <Qr text={app.url} label={ACCOUNT.qr} />
      </div>
      <p>
        {ACCOUNT.byHand} <Id value={app.secret} />
      </p>
      <Field
        label={ACCOUNT.appCode}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={16}
        value={code}
        onChange={setCode}
        isRequired
        isMono
        autoFocus
      />
    </Form>
  );
}
