import { Elysia } from "elysia";
import { documented } from "../../http/openapi/documentation.ts";
import type { SenderReader } from "../../http/sender.ts";
import type { Http } from "../../http/server.ts";
import { Type } from "../../lib/typebox.ts";
import { cookieToken, setCookie } from "../cookie.ts";
import { cookiesOf } from "../login.ts";
import { originOf } from "../login-routes.ts";
import { isToken } from "../tokens.ts";
import { SessionUserSchema, showSessionUser } from "../user.ts";
import { CodeBody } from "./factor.ts";
import { type FinishDependencies, finishLogin, NOTHING_PENDING, nothingPending } from "./finish-login.ts";
import { WRONG_CODE } from "./prove.ts";

/** `/v1/auth/login/factor`: the second half of a login. */
export function loginFactorRoute(http: Http, dependencies: FinishDependencies & { senderOf: SenderReader }) {
  const { senderOf } = dependencies;
  return new Elysia().use(http).post(
    "/v1/auth/login/factor",
    async ({ body, request, server, set }) => {
      const origin = originOf(request, senderOf(request, server), set.headers["x-request-id"]);
      const pending = cookieToken("factor", request, origin.isSecure);
      if (pending === null || !isToken("factor", pending)) throw nothingPending();
      const opened = await finishLogin(dependencies, { pending }, body.code, origin);
      const cookies = [...cookiesOf(opened, origin), setCookie("factor", "", 0, origin.isSecure)];
      Object.assign(set.headers, { "set-cookie": cookies, "cache-control": "no-store" });
      return showSessionUser(opened.user);
    },
    {
      body: Type.Object({ code: CodeBody }, { examples: [{ code: "123456" }] }),
      detail: documented({
        open: true,
        operation: "loginWithFactor",
        summary: "Finish a login with a second factor",
        description:
          "After a login that was answered with 403 `factor_required`, with the cookie `waypost_factor` that came with that.",
        errors: [429, 503],
        wording: { 401: NOTHING_PENDING, 403: WRONG_CODE },
        responses: {
          200: { description: "The user; the token is in `Set-Cookie`", schema: SessionUserSchema },
        },
      }),
    },
  );
}
