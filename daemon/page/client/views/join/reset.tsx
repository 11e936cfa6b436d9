import { useEffect, useState } from "react";
import { useParams } from "wouter";
import { errorAt } from "../../api/problem.ts";
import { useChange } from "../../api/queries.ts";
import { addressOf } from "../../api/root.ts";
import { Checkbox } from "../../parts/fields/checkbox.tsx";
import { Field } from "../../parts/fields/field.tsx";
import { Form } from "../../parts/fields/form.tsx";
import { JOIN } from "../../view-words.ts";
import { WORDS } from "../../words.ts";
import style from "./join.module.css";

/** Sets another password by a one-time token, and leads to the login. */
export default function Reset() {
  const { token = "" } = useParams<{ token: string }>();
  const [password, setPassword] = useState("");
  const [keeps, setKeeps] = useState(false);
  const reset = useChange("POST /v1/auth/reset", { done: () => location.assign(addressOf("/login")) });
  useEffect(() => {
    document.title = `${JOIN.reset} · ${WORDS.product}`;
  }, []);
  return (
    <main className={style.join}>
      <h1>{JOIN.reset}</h1>
      <p>{JOIN.resetText}</p>
      <Form
        action={JOIN.set}
        onSubmit={() => void reset.run({ body: { token, password, keep_keys: keeps } })}
        problem={reset.problem}
        isBusy={reset.isRunning}
      >
        <Field
          label={JOIN.newPassword}
          hint={JOIN.passwordHint}
          type="password"
          value={password}
          onChange={setPassword}
          autoComplete="new-password"
          error={errorAt(reset.problem, "password")}
          isRequired
          autoFocus
        />
        <Checkbox isOn={keeps} onChange={setKeeps}>
          {JOIN.keep}
        </Checkbox>
      </Form>
    </main>
  );
}
