import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { Redirect, useLocation, useSearch } from "wouter";
import { call, setLoginAgain, setUser } from "../api/call.ts";
import { announceLogin, useLoginElsewhere } from "../api/logins.ts";
import { asProblem, type Problem } from "../api/problem.ts";
import { useAsk } from "../api/queries.ts";
import { addressOf } from "../api/root.ts";
import { type Me, SessionProvider } from "../api/session.tsx";
import { Button } from "../parts/button.tsx";
import { Empty } from "../parts/empty.tsx";
import { Header } from "../parts/header.tsx";
import { ProblemNote } from "../parts/problem.tsx";
import { WORDS } from "../words.ts";
import style from "./frame.module.css";
import { lazyOver } from "./missing-file.tsx";
import { SteppingUp } from "./stepping-up.tsx";

const SetUpFirst = lazyOver(() => import("./set-up-first.tsx"));
const LoginAgain = lazyOver(() => import("./login-again.tsx"));

/** What only somebody who is logged in sees; everybody else is led to the login, and back from there. */
export function LoggedIn({ children }: { children: ReactNode }) {
  const [location] = useLocation();
  const search = useSearch();
  const { data: me, error, isPending, refetch } = useAsk("GET /v1/auth/me", {});
  if (isPending) return null;
  if (me !== undefined) return <Session me={me}>{children}</Session>;
  if (error?.status !== 401)
    return (
      <main className={style.alone}>
        <ProblemNote problem={error} onTryAgain={() => void refetch()} />
      </main>
    );
  const here = search === "" ? location : `${location}?${search}`;
  return <Redirect to={here === "/" ? "/login" : `/login?to=${encodeURIComponent(here)}`} replace />;
}

/** Whether the login is still that of the user whose page this is: `another` is somebody else's. */
type Standing = "theirs" | "ended" | "another";

/**
 * Asks for the login when it has ended in mid-work: all requests that it stopped wait, and are made again. When the
 * browser is somebody else's now, nothing of the user before is shown any more.
 */
function Session({ me, children }: { me: Me; children: ReactNode }) {
  // before what is inside asks for anything
  setUser(me.actor.id);
  const [standing, setStanding] = useState<Standing>("theirs");
  // until it is left: its recovery codes are shown once the user is known to have a factor
  const [isSettingUp, setSettingUp] = useState(me.needs_factor);
  if (me.needs_factor && !isSettingUp) setSettingUp(true);
  const waiting = useRef<(() => void)[]>([]);
  const refused = useCallback(
    ({ code }: Problem) =>
      setStanding((before) => (isOther(code) || before === "another" ? "another" : "ended")),
    [],
  );
  const goOn = useCallback(() => {
    setStanding("theirs");
    for (const resolve of waiting.current.splice(0)) resolve();
  }, []);
  useEffect(() => {
    announceLogin();
    setLoginAgain((problem) => {
      refused(problem);
      return new Promise<void>((resolve) => waiting.current.push(resolve));
    });
    return () => {
      setLoginAgain(null);
      setUser(null);
    };
  }, [refused]);
  useLoginElsewhere(
    () => void call("GET /v1/auth/me", {}, { isLogin: true }).then(goOn, (cause) => refuse(cause)),
  );
  function refuse(cause: unknown): void {
    const problem = asProblem(cause);
    if (problem.status === 401) refused(problem);
  }
  if (standing === "another") return <Another />;
  return (
    <SessionProvider me={me}>
      {standing === "ended" && (
        <Suspense>
          <LoginAgain me={me} onDone={goOn} onClose={() => location.assign(addressOf("/login"))} />
        </Suspense>
      )}
      <SteppingUp />
      {isSettingUp ? (
        <Suspense>
          <SetUpFirst onClose={() => void logOut()} />
        </Suspense>
      ) : (
        children
      )}
    </SessionProvider>
  );
}

/** Leaves without having set up what has to be. */
async function logOut(): Promise<void> {
  await call("POST /v1/auth/logout", {});
  announceLogin();
  location.assign(addressOf("/login"));
}

function isOther(code: string): boolean {
  return code === "another_user";
}

function Another() {
  return (
    <main className={style.alone}>
      <Header title={WORDS.anotherUser} />
      <Empty
        title=""
        action={
          <Button kind="main" onPress={() => location.reload()}>
            {WORDS.showTheirs}
          </Button>
        }
      >
        {WORDS.anotherUserText}
      </Empty>
    </main>
  );
}
