import { useState } from "react";
import { type BodyOf, call } from "../../api/call.ts";
import { asProblem } from "../../api/problem.ts";

type Body = BodyOf<"POST /v1/auth/login">;

/** Logs somebody in by a password and, if they have a second factor, by a code as well. */
export type LogIn = {
  /** Whether the password was right, and a code has to follow. */
  wantsCode: boolean;
  code: string;
  setCode: (code: string) => void;
  /** Goes one step further; resolves with whether they are logged in now. Rejects with a `Problem`. */
  logIn: (body: Body) => Promise<boolean>;
};

/** One login, of a form that shows `CodeField` while it wants a code. */
export function useLogIn(): LogIn {
  // whose code it waits for
  const [pending, setPending] = useState<string | null>(null);
  const [code, setCode] = useState("");
  async function byPassword(body: Body): Promise<boolean> {
    try {
      await call("POST /v1/auth/login", { body }, { isLogin: true });
      return true;
    } catch (cause) {
      if (asProblem(cause).code !== "factor_required") throw cause;
      setCode("");
      setPending(JSON.stringify(body));
      return false;
    }
  }
  async function byCode(): Promise<boolean> {
    try {
      await call("POST /v1/auth/login/factor", { body: { code: code.trim() } }, { isLogin: true });
      return true;
    } catch (cause) {
      setCode("");
      if (asProblem(cause).code === "no_pending_login") setPending(null);
      throw cause;
    }
  }
  return {
    ...{ wantsCode: pending !== null, code, setCode },
    logIn: (body) => (pending === JSON.stringify(body) ? byCode() : byPassword(body)),
  };
}
