import { useState } from "react";
import { call } from "../api/call.ts";
import { announceLogin } from "../api/logins.ts";
import { asProblem, type Problem } from "../api/problem.ts";
import type { Me } from "../api/session.tsx";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Field } from "../parts/fields/field.tsx";
import { Stack } from "../parts/fields/form.tsx";
import { ByProvider, useLoginWays } from "../parts/login/by-provider.tsx";
import { CodeField } from "../parts/login/code-field.tsx";
import { PasskeyButton } from "../parts/login/passkey-button.tsx";
import { useLogIn } from "../parts/login/use-log-in.ts";
import { ProblemNote } from "../parts/problem.tsx";
import { WORDS } from "../words.ts";
import style from "./frame.module.css";

type Props = { me: Me; onDone: () => void; onClose: () => void };

/**
 * Asks for the login again, by the login provider or the password: who it is and what they were doing is still there.
 * Closing it leaves the page.
 */
export default function LoginAgain({ me, onDone, onClose }: Readonly<Props>) {
  const ways = useLoginWays(me.organization_id);
  return (
    <Dialog title={WORDS.loginEnded} isOpen onClose={onClose} onLeave={() => {}}>
      <Stack>
        <p>{WORDS.nothingLost}</p>
        {/* what the other tab logs in, this one goes on with */}
        {ways !== undefined && <ByProvider ways={ways} to="/" isApart />}
        {ways?.password_login && <ByPassword me={me} onDone={onDone} isSecond={ways.name !== null} />}
      </Stack>
    </Dialog>
  );
}

type ByPasswordProps = { me: Me; onDone: () => void; isSecond: boolean };

/** By the password alone, and a code if they have a second factor. */
function ByPassword({ me, onDone, isSecond }: Readonly<ByPasswordProps>) {
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { wantsCode, code, setCode, logIn: goOn } = useLogIn();
  const email = me.user?.email ?? "";
  async function logIn() {
    setBusy(true);
    try {
      const body = { email, password, organization_id: me.organization_id };
      if (!(await goOn(body))) return setProblem(null);
      announceLogin();
      onDone();
    } catch (cause) {
      setProblem(asProblem(cause));
    } finally {
      setBusy(false);
    }
  }
  return (
    <form
      className={style.form}
      onSubmit={(event) => {
        event.preventDefault();
        void logIn();
      }}
    >
      <ProblemNote problem={problem} />
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      {wantsCode ? (
        <CodeField value={code} onChange={setCode} />
      ) : (
        <Field
          label={`${WORDS.password} (${email})`}
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          isRequired
          autoFocus={!isSecond}
        />
      )}
      <Button kind={isSecond ? "plain" : "main"} type="submit" isBusy={isBusy}>
        {WORDS.logIn}
      </Button>
      <PasskeyButton
        onSigned={async (passkey) => {
          await call("POST /v1/auth/login/passkey", { body: { passkey } }, { isLogin: true });
          announceLogin();
          onDone();
        }}
        onProblem={setProblem}
      />
    </form>
  );
}
