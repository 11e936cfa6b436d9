import { errorAt, type Problem } from "../../api/problem.ts";
import { WORDS } from "../../words.ts";
import { Field } from "../fields/field.tsx";

type Props = {
  value: string;
  onChange: (password: string) => void;
  problem: Problem | null;
  /** Whose it is, where no field says it. */
  email?: string;
  /** What is wrong in place of what the API says. */
  error?: string | undefined;
  autoFocus?: boolean;
};

/** Asks somebody who has a password for it. */
export function PasswordField({
  value,
  onChange,
  problem,
  email,
  error,
  autoFocus = false,
}: Readonly<Props>) {
  return (
    <Field
      label={email === undefined ? WORDS.password : `${WORDS.password} (${email})`}
      type="password"
      autoComplete="current-password"
      value={value}
      onChange={onChange}
      error={error ?? errorAt(problem, "password")}
      isRequired
      autoFocus={autoFocus}
    />
  );
}
