import { type FormEvent, type ReactNode, useState } from "react";
import { type BodyOf, call } from "../../api/call.ts";
import { asProblem, type Problem } from "../../api/problem.ts";
import { WORDS } from "../../words.ts";
import { Button } from "../button.tsx";
import { Stack } from "../fields/form.tsx";
import { ProblemNote } from "../problem.tsx";
import { CodeField } from "./code-field.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { useLogIn } from "./use-log-in.ts";

type Props = {
  /** As it is typed so far. */
  body: BodyOf<"POST /v1/auth/login">;
  /** Whether it stands below another way to log in. */
  isSecond: boolean;
  onLoggedIn: () => void;
  /** What asks for the address and the password, until a code has to follow. */
  fields: (problem: Problem | null) => ReactNode;
  /** What stands below the buttons. */
  below?: (wantsCode: boolean) => ReactNode;
};

/** Logs somebody in by a password, and a code if they have a second factor; or by a passkey. */
export function LoginForm({ body, isSecond, onLoggedIn, fields, below }: Readonly<Props>) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { wantsCode, code, setCode, logIn } = useLogIn();
  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      // who is in sees this no more
      if (await logIn(body)) return onLoggedIn();
    } catch (cause) {
      setProblem(asProblem(cause));
    }
    setBusy(false);
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack>
        <ProblemNote problem={problem} />
        {wantsCode ? <CodeField value={code} onChange={setCode} /> : fields(problem)}
        <Button kind={isSecond ? "plain" : "main"} type="submit" isBusy={isBusy}>
          {WORDS.logIn}
        </Button>
        <PasskeyButton
          onSigned={async (passkey) => {
            await call("POST /v1/auth/login/passkey", { body: { passkey } }, { isLogin: true });
            onLoggedIn();
          }}
          onProblem={setProblem}
        />
        {below?.(wantsCode)}
      </Stack>
    </form>
  );
}
