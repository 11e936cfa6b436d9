import { Elysia } from "elysia";
import type { Logger } from "pino";
import { originOf } from "../auth/login-routes.ts";
import { problem } from "../http/problem.ts";
import type { SenderReader } from "../http/sender.ts";
import type { Http } from "../http/server.ts";
import { Type } from "../lib/typebox.ts";
import { Unreachable } from "../login-provider/fetch.ts";
import { BadLogout, type LogoutDependencies, logOutByToken } from "./logout.ts";

const Body = Type.Object({ logout_token: Type.String({ minLength: 1, maxLength: 16_384 }) });

/** `/login/oidc/logout`: where a provider says that somebody logged out there. */
export function providerLogoutRoute(
  http: Http,
  dependencies: LogoutDependencies & { log: Logger; senderOf: SenderReader },
) {
  const { log, senderOf } = dependencies;
  return new Elysia().use(http).post(
    "/login/oidc/logout",
    async ({ body, request, server, set }) => {
      const origin = originOf(request, senderOf(request, server), set.headers["x-request-id"]);
      set.headers["cache-control"] = "no-store";
      await logOutByToken(dependencies, body.logout_token, origin).catch((cause: unknown) => {
        if (!(cause instanceof BadLogout || cause instanceof Unreachable)) throw cause;
        log.warn({ reason: cause.message }, "a logout by the login provider was refused");
        throw problem(400, "invalid_request", `the logout token is refused: ${cause.message}`);
      });
      return "";
    },
    { takes: "form", body: Body, detail: { hide: true } },
  );
}
