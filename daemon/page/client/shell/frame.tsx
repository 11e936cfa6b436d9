import { useCallback } from "react";
import { Link, Route, Switch } from "wouter";
import { call } from "../api/call.ts";
import { useMay, useMe } from "../api/session.tsx";
import { useLive } from "../live/live.ts";
import { Empty } from "../parts/empty.tsx";
import { Header } from "../parts/header.tsx";
import { VIEWS } from "../routes.tsx";
import { WORDS } from "../words.ts";
import { useBadges } from "./badges.ts";
import style from "./frame.module.css";
import { Keys } from "./keys.tsx";
import { Navigation } from "./navigation.tsx";
import { useNotifications } from "./notifications.ts";
import { SandboxBar } from "./sandbox-bar.tsx";
import { Shown } from "./shown.tsx";
import { useUnfinished, useUnsent } from "./unsent.ts";

/** The navigation, and beside it the view that the address names. */
export function Frame() {
  const { actor, operator } = useMe();
  const may = useMay();
  const views = VIEWS.filter(
    ({ needs, isOpen, isOperators }) =>
      !isOpen && (needs === undefined || may(needs)) && (operator || isOperators !== true),
  );
  // the question for who it is waits until somebody has logged in again
  const refused = useCallback(async () => void (await call("GET /v1/auth/me", {}).catch(() => {})), []);
  const isConnected = useLive(actor.id, may("events:read"), refused);
  const badges = useBadges();
  useNotifications();
  useUnsent(actor.id, isConnected);
  useUnfinished();
  return (
    <div className={style.frame}>
      <SandboxBar />
      <Keys views={views} />
      <Navigation {...{ views, badges }} />
      <main className={style.main} id="main">
        {!isConnected && (
          <p className={style.lost} role="status">
            {WORDS.notConnected}
          </p>
        )}
        <div className={style.content}>
          <Switch>
            {views.map((view) => (
              <Route key={view.path} path={view.path}>
                <Shown view={view} />
              </Route>
            ))}
            <Route>
              <NotThere />
            </Route>
          </Switch>
        </div>
      </main>
    </div>
  );
}

function NotThere() {
  return (
    <div className={style.alone}>
      <Header title={WORDS.notFoundTitle} />
      <Empty title="" action={<Link href="/">{WORDS.toOverview}</Link>}>
        {WORDS.notFoundText}
      </Empty>
    </div>
  );
}
