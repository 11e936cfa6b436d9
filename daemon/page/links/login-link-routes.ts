import { Elysia } from "elysia";
import { findUser, findUserOfKey, type UserRow } from "../../../db/auth/users.ts";
import type { Sql } from "../../../db/connection/client.ts";
import { cookiesOf, type LoginDependencies } from "../../auth/login.ts";
import { originOf } from "../../auth/login-routes.ts";
import { missingPermission } from "../../auth/missing-permission.ts";
import { refuseRestrictedKey } from "../../auth/restricted.ts";
import { html } from "../../docs/html.ts";
import type { Caller } from "../../http/caller.ts";
import { documented } from "../../http/openapi/documentation.ts";
import { grants } from "../../http/permissions.ts";
import { Problem, problem } from "../../http/problem.ts";
import { baseOf, type SenderReader } from "../../http/sender.ts";
import type { Http } from "../../http/server.ts";
import { Type } from "../../lib/typebox.ts";
import { type Refused, refusalIn } from "../languages/refusal.ts";
import { filled, linkPage, linkPageResponse } from "./link-page.ts";
import { LIFE_SECONDS, makeLoginLink, openLoginLink } from "./login-link.ts";
import { isFromThisMachine } from "./this-machine.ts";

export type LoginLinkDependencies = LoginDependencies & {
  senderOf: SenderReader;
  transport: { isForLoopback: boolean };
};

const LinkSchema = Type.Object(
  {
    url: Type.String({ description: "Where to open it, on this machine; a secret" }),
    expires_at: Type.String({ format: "date-time" }),
  },
  {
    title: "LoginLink",
    examples: [{ url: "http://127.0.0.1:8080/login/link/wpl_…", expires_at: "2026-11-21T09:31:00.000Z" }],
  },
);
const Token = Type.Object({ token: Type.String({ maxLength: 128 }) });
const ELSEWHERE = {
  description: "Asked from another machine, or by a key that may not do everything",
  code: "other_machine",
  detail: "login links are made and opened on the daemon's own machine, directly; log in with a password",
};

/** `/v1/auth/links` and `/login/link`: how somebody on the daemon's machine gets into the page without a password. */
export function loginLinkRoutes(http: Http, dependencies: LoginLinkDependencies) {
  const { sql, tokenPepper, senderOf, transport } = dependencies;
  const isNear = (request: Request, address: string | null) =>
    isFromThisMachine(request, address, transport.isForLoopback);
  return new Elysia()
    .use(http)
    .post(
      "/v1/auth/links",
      async ({ caller, request, server, set }) => {
        if (!isNear(request, senderOf(request, server).address))
          throw problem(403, ELSEWHERE.code, ELSEWHERE.detail);
        const user = await userOf(sql, caller);
        set.status = 201;
        const { token, expires_at } = await makeLoginLink(sql, tokenPepper, user, caller);
        // by the address that was asked at: a link works on this machine alone, not where others reach the daemon
        const base = baseOf({ senderOf, publicUrl: undefined }, request, server);
        return { url: `${base}/login/link/${token}`, expires_at };
      },
      {
        permission: "any",
        detail: documented({
          operation: "createLoginLink",
          errors: [422],
          summary: "Make a login link",
          description: `A link that logs a browser on the daemon's machine in, once, within ${LIFE_SECONDS} seconds: as the user who asks, or for a key that may do everything, as the user who created it, or else the oldest owner. The login ends with the key.`,
          wording: {
            403: ELSEWHERE,
            409: NO_USER,
          },
          responses: { 201: { description: "The link, shown only this once", schema: LinkSchema } },
        }),
      },
    )
    .get(
      "/login/link/:token",
      async ({ params, request, server, set }) => {
        if (isLookAhead(request)) return new Response(null, { headers: UNKEPT });
        const origin = originOf(request, senderOf(request, server), set.headers["x-request-id"]);
        if (!isNear(request, origin.address)) return await refusal(request, 403, ELSEWHERE);
        try {
          const cookies = cookiesOf(await openLoginLink(dependencies, params.token, origin), origin);
          const headers = new Headers({ location: "../../", "cache-control": "no-store" });
          for (const cookie of cookies) headers.append("set-cookie", cookie);
          return new Response(null, { status: 303, headers });
        } catch (cause) {
          // shown here and not thrown: refused requests are logged, with their paths
          if (!(cause instanceof Problem) || cause.status >= 500) throw cause;
          return await refusal(request, cause.status, cause);
        }
      },
      { params: Token, detail: { hide: true } },
    );
}

const UNKEPT = { "cache-control": "no-store", vary: "sec-purpose, purpose, sec-fetch-dest" };

/** Whether a chat, a shell or a browser looks what a link leads to before the person opens it. */
function isLookAhead({ method, headers }: Request): boolean {
  const purpose = `${headers.get("sec-purpose")} ${headers.get("purpose")} ${headers.get("x-moz")}`;
  const shownIn = headers.get("sec-fetch-dest") ?? "document";
  return method === "HEAD" || /prefetch|prerender|preview/i.test(purpose) || shownIn !== "document";
}

const NO_USER = {
  description: "The organisation has no user that the key could stand for",
  code: "no_user",
  detail: "no owner of the organisation can log in; invite one",
};

/** Throws 403 for a key that may not do everything: a login may do what its user may. */
async function userOf(sql: Sql, caller: Caller): Promise<UserRow> {
  const { organizationId, actor, permissions } = caller;
  refuseRestrictedKey(caller);
  if (actor.type === "key" && !grants(permissions, "*")) throw missingPermission("key", "*");
  const user =
    actor.type === "key"
      ? await findUserOfKey(sql, organizationId, actor.id)
      : await findUser(sql, organizationId, actor.id);
  if (user === null) throw problem(409, NO_USER.code, NO_USER.detail);
  return user;
}

function refusal(request: Request, status: number, refused: Refused): Promise<Response> {
  return linkPageResponse(request, status, false, (around) => {
    const { LINK, WORDS } = around.texts;
    const command = html`<code>waypost open</code>`;
    const login = html`<a href="../../">${WORDS.logIn}</a>`;
    const why = refused.code === "not_found" ? LINK.loginGone : refusalIn(around, refused);
    const body = html`<p role="alert">${why}</p>
<p>${filled(LINK.newLogin, { command })}</p>
<p>${LINK.byPassword} ${login}</p>`;
    return linkPage(LINK.notLoggedIn, body, around);
  });
}
