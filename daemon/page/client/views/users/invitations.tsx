import { useChange, useList } from "../../api/queries.ts";
import { stateWord } from "../../parts/api-names.ts";
import { Button } from "../../parts/button.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { Time } from "../../parts/time.tsx";
import { toast } from "../../parts/toast.tsx";
import common from "../../style/common.module.css";
import { USERS } from "../../view-words.ts";
import style from "./users.module.css";

/** The invitations that nobody has accepted yet; nothing where there are none. */
export function Invitations() {
  const { rows, problem } = useList("GET /v1/users/invitations", { query: {} });
  const withdraw = useChange("DELETE /v1/users/invitations/{id}", { done: () => toast(USERS.withdrawn) });
  if (rows.length === 0) return <ProblemNote problem={problem} />;
  return (
    <section className={style.invitations} aria-labelledby="invitations">
      <h2 id="invitations">{USERS.invitations}</h2>
      <ProblemNote problem={withdraw.problem} />
      <ul className={common.lines}>
        {rows.map(({ id, email, role, expires_at }) => (
          <li key={id}>
            <strong>{email}</strong>
            <span>{role !== null && stateWord(role)}</span>
            <span className={common.quiet}>
              {USERS.expires} <Time at={expires_at} />
            </span>
            <Button onPress={() => void withdraw.run({ path: { id } })}>{USERS.withdraw}</Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
