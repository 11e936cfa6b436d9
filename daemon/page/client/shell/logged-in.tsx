import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { Redirect, useLocation, useSearch } from "wouter";
import { setLoginAgain } from "../api/call.ts";
import { useAsk } from "../api/queries.ts";
import { type Me, SessionProvider } from "../api/session.tsx";
import { ProblemNote } from "../parts/problem.tsx";
import style from "./frame.module.css";
import { LoginAgain } from "./login-again.tsx";

/** What only somebody who is logged in sees; everybody else is led to the login, and back from there. */
export function LoggedIn({ children }: { children: ReactNode }) {
  const [location] = useLocation();
  const search = useSearch();
  const { data: me, error, isPending, refetch } = useAsk("GET /v1/auth/me", {});
  if (isPending) return null;
  if (me !== undefined)
    return (
      <SessionProvider me={me}>
        <SessionKeeper me={me} />
        {children}
      </SessionProvider>
    );
  if (error?.status !== 401)
    return (
      <main className={style.alone}>
        <ProblemNote problem={error} onTryAgain={() => void refetch()} />
      </main>
    );
  const here = search === "" ? location : `${location}?${search}`;
  return <Redirect to={here === "/" ? "/login" : `/login?to=${encodeURIComponent(here)}`} replace />;
}

/** Asks for the login when it has ended in mid-work. All requests that it stopped wait, and are made again. */
function SessionKeeper({ me }: { me: Me }) {
  const [isAsking, setAsking] = useState(false);
  const waiting = useRef<(() => void)[]>([]);
  useEffect(() => {
    setLoginAgain(() => {
      setAsking(true);
      return new Promise<void>((resolve) => waiting.current.push(resolve));
    });
    return () => setLoginAgain(null);
  }, []);
  const goOn = useCallback(() => {
    setAsking(false);
    for (const resolve of waiting.current.splice(0)) resolve();
  }, []);
  return isAsking ? <LoginAgain me={me} onDone={goOn} /> : null;
}
