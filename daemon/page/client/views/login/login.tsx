import { useEffect, useState } from "react";
import { useSearchParams } from "wouter";
import { errorAt } from "../../api/problem.ts";
import { addressOf } from "../../api/root.ts";
import { Field } from "../../parts/fields/field.tsx";
import { ByProvider, useLoginWays } from "../../parts/login/by-provider.tsx";
import { LoginForm } from "../../parts/login/login-form.tsx";
import { PasswordField } from "../../parts/login/password-field.tsx";
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

/** By email address and password; `isSecond` below another way. */
function ByPassword({ to, isSecond }: { to: string; isSecond: boolean }) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const plainForm = plainFormOf(to);
  return (
    <LoginForm
      body={{ email: email.trim(), password }}
      isSecond={isSecond}
      onLoggedIn={() => enter(to)}
      fields={(problem) => (
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
          <PasswordField value={password} onChange={setPassword} problem={problem} />
        </>
      )}
      below={(wantsCode) => (
        <>
          {!wantsCode && <p className={style.hint}>{LOGIN.noPassword}</p>}
          {plainForm !== null && (
            <p className={style.hint}>
              <a href={plainForm}>{LOGIN.byKey}</a>
            </p>
          )}
        </>
      )}
    />
  );
}

/** Goes on as a new document, which keeps nothing of the user before. */
function enter(to: string): void {
  const root = new URL(addressOf("/"), location.href);
  location.assign(addressWithin(addressOf(to), root));
}

/** The form that answers a terminal with an API key in place of a login; null where no terminal is answered. */
function plainFormOf(to: string): string | null {
  const wanted = URL.parse(to, location.origin);
  if (wanted?.pathname !== "/device") return null;
  wanted.searchParams.set("plain", "yes");
  return addressOf(`/device${wanted.search}`);
}
