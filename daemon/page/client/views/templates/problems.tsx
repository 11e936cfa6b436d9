import { templateErrors } from "../../../../template-rules/template.ts";
import type { FieldError } from "../../api/problem.ts";
import { TEMPLATES } from "../../view-words.ts";
import type { Definition } from "./definition.ts";
import style from "./templates.module.css";

/** Everything that Meta would refuse, as `waypost templates lint` finds it. */
export function problemsOf({ channel_id: _, ...template }: Definition): readonly FieldError[] {
  return templateErrors(template);
}

/** What Meta would refuse, while it is written. */
export function Problems({ problems }: { problems: readonly FieldError[] }) {
  return (
    <section className={style.problems} aria-label={TEMPLATES.problems}>
      <h3>{TEMPLATES.problems}</h3>
      {problems.length === 0 && <p>{TEMPLATES.noProblems}</p>}
      <ul className={style.problems}>
        {problems.map(({ path, message }) => (
          <li key={path + message}>
            <code>{path}</code> {message}
          </li>
        ))}
      </ul>
    </section>
  );
}
