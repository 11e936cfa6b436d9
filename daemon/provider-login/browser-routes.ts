import { Elysia } from "elysia";
import { buildAuthorizationUrl, calculatePKCECodeChallenge } from "openid-client";
import type { Logger } from "pino";
import { findLoginProvider, onlyOrganization } from "../../db/auth/login-providers.ts";
import { cookieToken, setCookie } from "../auth/cookie.ts";
import { cookiesOf } from "../auth/login.ts";
import { originOf } from "../auth/login-routes.ts";
import { baseOf, type SenderReader } from "../http/sender.ts";
import type { Http } from "../http/server.ts";
import { Type } from "../lib/typebox.ts";
import { Unreachable } from "../login-provider/fetch.ts";
import { redirectUri } from "../login-provider/provider.ts";
import { type EnterDependencies, enter } from "./enter.ts";
import { refusalPage } from "./page.ts";
import { Refusal } from "./refusal.ts";
import { begin, STATE_SECONDS, sealBegun } from "./state.ts";

export type BrowserDependencies = EnterDependencies & {
  log: Logger;
  senderOf: SenderReader;
  publicUrl: string | undefined;
};

const Start = Type.Object({
  organization: Type.Optional(Type.String({ maxLength: 64 })),
  to: Type.Optional(Type.String({ maxLength: 2048 })),
  fresh: Type.Optional(Type.String({ maxLength: 8 })),
});
const hidden = { detail: { hide: true } };

/** `/login/oidc`: leads a browser to the organisation's login provider, and logs in who comes back from there. */
export function providerBrowserRoutes(http: Http, dependencies: BrowserDependencies) {
  const { sql, secrets, connections, log, senderOf, publicUrl } = dependencies;
  return new Elysia({ prefix: "/login/oidc" })
    .use(http)
    .get(
      "/start",
      async ({ query: { organization, to = "/", fresh }, request, server }) => {
        const id = organization ?? (await onlyOrganization(sql));
        const provider = id === null ? null : await findLoginProvider(sql, id);
        return await shown(request, async () => {
          if (provider === null) throw new Refusal("absent");
          const callback = redirectUri(baseOf({ senderOf, publicUrl }, request, server));
          const begun = begin(provider.organization_id, callback, to);
          const url = buildAuthorizationUrl(await connections.clientOf(provider), {
            ...{ redirect_uri: callback, scope: provider.scopes.join(" ") },
            ...{ state: begun.state, nonce: begun.nonce },
            // a login that the provider remembers proves nothing anew
            ...(fresh === undefined ? {} : { prompt: "login" }),
            ...{
              code_challenge: await calculatePKCECodeChallenge(begun.verifier),
              code_challenge_method: "S256",
            },
          });
          const { isSecure } = senderOf(request, server);
          const cookie = setCookie("provider", sealBegun(secrets, begun), STATE_SECONDS, isSecure);
          return redirect(url.href, [cookie]);
        });
      },
      { ...hidden, query: Start },
    )
    .get(
      "/callback",
      async ({ request, server, set }) => {
        const origin = originOf(request, senderOf(request, server), set.headers["x-request-id"]);
        const cookie = cookieToken("provider", request, origin.isSecure);
        return await shown(request, async () => {
          const { opened, to } = await enter(dependencies, new URL(request.url), cookie, origin);
          const ended = setCookie("provider", "", 0, origin.isSecure);
          // relative: wherever the page is served from, it leads to no other host
          return redirect(`../..${to}`, [...cookiesOf(opened, origin), ended]);
        });
      },
      hidden,
    );

  async function shown(request: Request, work: () => Promise<Response>): Promise<Response> {
    try {
      return await work();
    } catch (cause) {
      const refusal = cause instanceof Unreachable ? new Refusal("unreachable", cause.message) : cause;
      if (!(refusal instanceof Refusal)) throw cause;
      const { reason, detail } = refusal;
      log.warn({ reason, detail }, "somebody was not logged in by the login provider");
      return await refusalPage(request, refusal);
    }
  }
}

function redirect(location: string, cookies: readonly string[]): Response {
  const headers = new Headers({ location, "cache-control": "no-store", "referrer-policy": "no-referrer" });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
}
