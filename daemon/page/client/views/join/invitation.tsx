import { useEffect, useState } from "react";
import { useParams } from "wouter";
import { errorAt } from "../../api/problem.ts";
import { useChange } from "../../api/queries.ts";
import { addressOf } from "../../api/root.ts";
import { Field } from "../../parts/fields/field.tsx";
import { Form } from "../../parts/fields/form.tsx";
import { JOIN } from "../../view-words.ts";
import { WORDS } from "../../words.ts";
import style from "./join.module.css";

/** Makes somebody who was invited a user, and logs them in. */
export default function Invitation() {
  const { token = "" } = useParams<{ token: string }>();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const accept = useChange("POST /v1/auth/invitations/accept", {
    done: () => location.assign(addressOf("/")),
  });
  useEffect(() => {
    document.title = `${JOIN.invitation} · ${WORDS.product}`;
  }, []);
  return (
    <main className={style.join}>
      <h1>{JOIN.invitation}</h1>
      <p>{JOIN.invitationText}</p>
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
          hint={WORDS.passwordHint}
          type="password"
          value={password}
          onChange={setPassword}
          autoComplete="new-password"
          error={errorAt(accept.problem, "password")}
          isRequired
        />
      </Form>
    </main>
  );
}
