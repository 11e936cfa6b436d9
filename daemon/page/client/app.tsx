import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { I18nProvider } from "react-aria-components";
import { Route, Router, Switch } from "wouter";
import { createQueryClient } from "./api/query-client.ts";
import { BASE } from "./api/root.ts";
import { Toasts } from "./parts/toast.tsx";
import { VIEWS } from "./routes.tsx";
import { Frame } from "./shell/frame.tsx";
import { LoggedIn } from "./shell/logged-in.tsx";
import { SandboxBar } from "./shell/sandbox-bar.tsx";
import { Shown } from "./shell/shown.tsx";

/** The whole page: views that are open to everybody, and, within the frame, those for people who are logged in. */
export function App() {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <I18nProvider locale={document.documentElement.lang}>
        <Router base={BASE}>
          <Switch>
            {VIEWS.filter(({ isOpen }) => isOpen).map((view) => (
              <Route key={view.path} path={view.path}>
                <SandboxBar />
                <Shown view={view} />
              </Route>
            ))}
            <Route>
              <LoggedIn>
                <Frame />
              </LoggedIn>
            </Route>
          </Switch>
          <Toasts />
        </Router>
      </I18nProvider>
    </QueryClientProvider>
  );
}
