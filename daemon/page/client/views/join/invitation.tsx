import { useEffect, useState } from "react";
import { useParams } from "wouter";
import { time } from "../../../languages/forms.ts";
import type { ResponseOf } from "../../api/call.ts";
import { errorAt, type Problem } from "../../api/problem.ts";
import { useAsk, useChange } from "../../api/queries.ts";
import { addressOf } from "../../api/root.ts";
import { stateWord } from "../../parts/api-names.ts";
import { Field } from "../../parts/fields/field.tsx";
import { Form } from "../../parts/fields/form.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { Skeleton } from "../../parts/skeleton.tsx";
import { JOIN } from "../../view-words.ts";
import { WORDS } from "../../words.ts";
import style from "./join.module.css";

/** Makes somebody who was invited a user, and logs them in, if the invitation is good. */
export default function Invitation() {
  const { token = "" } = useParams<{ token: string }>();
  const { data, error, refetch } = useAsk("POST /v1/auth/invitations/find", { body: { token } });
  useEffect(() => {
    document.title = `${JOIN.invitation} · ${WORDS.product}`;
  }, []);
  return (
    <main className={style.join}>
      <h1>{data === undefined ? JOIN.invitation : JOIN.joinIt(data.organization)}</h1>
      {data !== undefined && <Accept token={token} invitation={data} />}
      {data === undefined && error === null && <Skeleton />}
      {error !== null && <NotGood problem={error} onTryAgain={() => void refetch()} />}
    </main>
  );
}

function NotGood({ problem, onTryAgain }: { problem: Problem; onTryAgain: () => void }) {
  if (problem.status !== 404) return <ProblemNote problem={problem} onTryAgain={onTryAgain} />;
  return (
    <>
      <p>{JOIN.notGood}</p>
      <p>
        {JOIN.haveAccount} <a href={addressOf("/login")}>{WORDS.logIn}</a>
      </p>
    </>
  );
}

type AcceptProps = { token: string; invitation: ResponseOf<"POST /v1/auth/invitations/find"> };

function Accept({ token, invitation: { email, role, expires_at } }: AcceptProps) {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const accept = useChange("POST /v1/auth/invitations/accept", {
    done: () => location.assign(addressOf("/")),
  });
  return (
    <>
      <p>{JOIN.invited(email, stateWord(role ?? ""))}</p>
      <p>{JOIN.expires(time(expires_at, "date"))}</p>
      <Form
        action={JOIN.join}
        onSubmit={() => void accept.run({ body: { token, name, password } })}
        problem={accept.problem}
        isBusy={accept.isRunning}
      >
        <Field
          label={JOIN.name}
          value={name}
          onChange={setName}
          autoComplete="name"
          error={errorAt(accept.problem, "name")}
          isRequired
          autoFocus
        />
        <Field
          label={WORDS.password}
          hint={JOIN.passwordHint}
          type="password"
          value={password}
          onChange={setPassword}
          autoComplete="new-password"
          error={errorAt(accept.problem, "password")}
          isRequired
        />
      </Form>
    </>
  );
}
