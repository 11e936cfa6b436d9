import { useEffect, useState } from "react";
import { useSearchParams } from "wouter";
import { call } from "../../api/call.ts";
import { asProblem, errorAt, type Problem } from "../../api/problem.ts";
import { addressOf } from "../../api/root.ts";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/fields/field.tsx";
import { ByProvider, useLoginWays } from "../../parts/login/by-provider.tsx";
import { CodeField } from "../../parts/login/code-field.tsx";
import { PasskeyButton } from "../../parts/login/passkey-button.tsx";
import { useLogIn } from "../../parts/login/use-log-in.ts";
import { ProblemNote } from "../../parts/problem.tsx";
import { LOGIN, WORDS } from "../../words.ts";
import style from "./login.module.css";
import { addressWithin } from "./way-on.ts";

/** Logs somebody in by their login provider or a password, and leads them to where they wanted to go. */
export default function Login() {
  const [params] = useSearchParams();
  const ways = useLoginWays(params.get("organization"));
  const to = params.get("to") ?? "/";
  useEffect(() => {
    document.title = `${WORDS.logIn} · ${WORDS.product}`;
  }, []);
  return (
    <main className={style.login}>
      <div className={style.form}>
        <h1>{LOGIN.title}</h1>
        {ways !== undefined && <ByProvider ways={ways} to={to} />}
        {ways?.password_login && <ByPassword to={to} isSecond={ways.name !== null} />}
      </div>
    </main>
  );
}

/** By email address and password, and a code if they have a second factor; `isSecond` below another way. */
function ByPassword({ to, isSecond }: { to: string; isSecond: boolean }) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { wantsCode, code, setCode, logIn: goOn } = useLogIn();
  const plainForm = plainFormOf(to);
  async function logIn() {
    setBusy(true);
    setProblem(null);
    try {
      if (!(await goOn({ email: email.trim(), password }))) return setBusy(false);
      enter();
    } catch (cause) {
      setProblem(asProblem(cause));
      setBusy(false);
    }
  }
  function enter() {
    // a new document keeps nothing of the user before
    const root = new URL(addressOf("/"), location.href);
    location.assign(addressWithin(addressOf(to), root));
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
      {wantsCode ? (
        <CodeField value={code} onChange={setCode} />
      ) : (
        <>
          <Field
            label={WORDS.email}
            type="email"
            autoComplete="username"
            value={email}
            onChange={setEmail}
            error={errorAt(problem, "email")}
            isRequired
            autoFocus={!isSecond}
          />
          <Field
            label={WORDS.password}
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
            error={errorAt(problem, "password")}
            isRequired
          />
        </>
      )}
      <Button kind={isSecond ? "plain" : "main"} type="submit" isBusy={isBusy}>
        {WORDS.logIn}
      </Button>
      <PasskeyButton
        onSigned={async (passkey) => {
          await call("POST /v1/auth/login/passkey", { body: { passkey } }, { isLogin: true });
          enter();
        }}
        onProblem={setProblem}
      />
      {!wantsCode && <p className={style.hint}>{LOGIN.noPassword}</p>}
      {plainForm !== null && (
        <p className={style.hint}>
          <a href={plainForm}>{LOGIN.byKey}</a>
        </p>
      )}
    </form>
  );
}

/** The form that answers a terminal with an API key in place of a login; null where no terminal is answered. */
function plainFormOf(to: string): string | null {
  const wanted = URL.parse(to, location.origin);
  if (wanted?.pathname !== "/device") return null;
  wanted.searchParams.set("plain", "yes");
  return addressOf(`/device${wanted.search}`);
}
