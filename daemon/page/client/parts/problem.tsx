import { isEnglish } from "../../languages/forms.ts";
import type { Problem } from "../api/problem.ts";
import { PROBLEMS, WORDS } from "../words.ts";
import { Button } from "./button.tsx";
import style from "./problem.module.css";

type ProblemProps = {
  problem: Problem | null;
  onTryAgain?: () => void;
};

/** What the API refused, in its words; nothing for null. What is wrong with a field is said at the field, too. */
export function ProblemNote({ problem, onTryAgain }: ProblemProps) {
  if (problem === null) return null;
  const { detail, hint, errors, requestId } = problem;
  return (
    <div className={style.problem} role="alert">
      <p className={style.detail}>{problemText(problem)}</p>
      {errors.length > 1 && (
        <ul>
          {errors.map(({ path, message }) => (
            <li key={path + message}>
              <code>{path}</code> {message}
            </li>
          ))}
        </ul>
      )}
      {hint !== null && isEnglish() && <p>{hint}</p>}
      {!isEnglish() && (
        <p className={style.quiet} lang="en" dir="ltr">
          {sentence(detail)} {hint}
        </p>
      )}
      {requestId !== null && problem.status >= 500 && (
        <p className={style.quiet}>
          {WORDS.requestId} <code>{requestId}</code>
        </p>
      )}
      {onTryAgain && <Button onPress={onTryAgain}>{WORDS.tryAgain}</Button>}
    </div>
  );
}

/** What a problem says: the API's own words in English, or what its code means in the page's language. */
export function problemText({ code, detail }: Pick<Problem, "code" | "detail">): string {
  if (isEnglish() || !Object.hasOwn(PROBLEMS ?? {}, code)) return sentence(detail);
  return PROBLEMS?.[code] ?? sentence(detail);
}

/** The API's details begin small and end without a full stop. */
export function sentence(detail: string): string {
  const text = `${detail.charAt(0).toUpperCase()}${detail.slice(1)}`;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
