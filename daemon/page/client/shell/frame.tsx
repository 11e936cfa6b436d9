import { lazy, Suspense, useCallback } from "react";
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
import { NewVersion, useNewVersion } from "./new-version.tsx";
import { useNotifications } from "./notifications.ts";
import { SandboxBar } from "./sandbox-bar.tsx";
import { Shown } from "./shown.tsx";
import { useUnfinished, useUnsent } from "./unsent.ts";

/** Nothing of it is loaded but on the sandbox. */
const Customer = lazy(() => import("./customer.tsx").catch(() => ({ default: () => null })));

/** The navigation, and beside it the view that the address names. */
export function Frame() {
  const { actor, operator } = useMe();
  const may = useMay();
  const inside = VIEWS.filter(({ isOpen }) => !isOpen);
  const views = inside.filter(
    ({ needs, isOperators }) => (needs === undefined || may(needs)) && (operator || isOperators !== true),
  );
  // the question for who it is waits until somebody has logged in again
  const refused = useCallback(async () => void (await call("GET /v1/auth/me", {}).catch(() => {})), []);
  const newVersion = useNewVersion();
  const isConnected = useLive(actor.id, may("events:read"), refused, newVersion.look);
  const badges = useBadges();
  useNotifications();
  useUnsent(actor.id, isConnected);
  useUnfinished();
  return (
    <div className={style.frame}>
      <a className={style.skip} href="#main">
        {WORDS.skip}
      </a>
      <SandboxBar>
        <Suspense>
          <Customer />
        </Suspense>
      </SandboxBar>
      <Keys views={views} />
      <Navigation {...{ views, badges }} />
      <main className={style.main} id="main" tabIndex={-1}>
        {!isConnected && (
          <p className={style.lost} role="status">
            {WORDS.notConnected}
          </p>
        )}
        {newVersion.isThere && isConnected && <NewVersion />}
        <div className={style.content}>
          <Switch>
            {inside.map((view) => (
              <Route key={view.path} path={view.path}>
                {views.includes(view) ? (
                  <Shown view={view} />
                ) : (
                  <Nothing title={WORDS.notAllowedTitle} text={WORDS.notAllowedText} />
                )}
              </Route>
            ))}
            <Route>
              <Nothing title={WORDS.notFoundTitle} text={WORDS.notFoundText} />
            </Route>
          </Switch>
        </div>
      </main>
    </div>
  );
}

/** In place of a view: that there is none, or that somebody else may see it. */
function Nothing({ title, text }: { title: string; text: string }) {
  return (
    <div className={style.alone}>
      <Header title={title} />
      <Empty title="" action={<Link href="/">{WORDS.toOverview}</Link>}>
        {text}
      </Empty>
    </div>
  );
}
