import { useState } from "react";
import { announceLogin } from "../api/logins.ts";
import type { Me } from "../api/session.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Stack } from "../parts/fields/form.tsx";
import { ByProvider, useLoginWays } from "../parts/login/by-provider.tsx";
import { LoginForm } from "../parts/login/login-form.tsx";
import { PasswordField } from "../parts/login/password-field.tsx";
import { WORDS } from "../words.ts";

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

/** By the password alone: who it is, is known. */
function ByPassword({ me, onDone, isSecond }: Readonly<ByPasswordProps>) {
  const [password, setPassword] = useState("");
  const email = me.user?.email ?? "";
  return (
    <LoginForm
      body={{ email, password, organization_id: me.organization_id }}
      isSecond={isSecond}
      onLoggedIn={() => {
        announceLogin();
        onDone();
      }}
      fields={(problem) => (
        <>
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            value={password}
            onChange={setPassword}
            {...{ email, problem }}
            autoFocus={!isSecond}
          />
        </>
      )}
    />
  );
}
