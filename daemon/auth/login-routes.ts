import { Elysia } from "elysia";
import { forgetPlaces } from "../../db/auth/known-places.ts";
import { deleteLoginSession, endLoginSessions } from "../../db/auth/login-sessions.ts";
import { takeUserToken } from "../../db/auth/user-tokens.ts";
import { findUser, setPassword } from "../../db/auth/users.ts";
import { isOperator } from "../../db/organizations/organizations.ts";
import { documented } from "../http/openapi/documentation.ts";
import { problem } from "../http/problem.ts";
import type { SenderReader } from "../http/sender.ts";
import type { Http } from "../http/server.ts";
import { Type } from "../lib/typebox.ts";
import { audit } from "./audit.ts";
import { type Authenticator, SESSION_DAYS, sessionToken } from "./authenticate.ts";
import { cookieToken, setCookie } from "./cookie.ts";
import { FACTOR_REQUIRED, factorRequired } from "./factors/pending-login.ts";
import { endAccess, summaryOf } from "./given-access.ts";
import { asActor, cookiesOf, type LoginDependencies, login, type Origin } from "./login.ts";
import { noSuchToken, preparePassword } from "./one-time-token.ts";
import { hashToken, isToken } from "./tokens.ts";
import { Email, MeSchema, ownUser, Password, SessionUserSchema, showSessionUser, showUser } from "./user.ts";

export type LoginRouteDependencies = LoginDependencies & {
  senderOf: SenderReader;
  authenticator: Pick<Authenticator, "forget">;
};

const LoginBody = Type.Object(
  {
    email: Email,
    password: Type.String({ minLength: 1, maxLength: 256 }),
    organization_id: Type.Optional(
      Type.String({
        maxLength: 64,
        description: "The organisation, for users of several; by default, the oldest with this password",
      }),
    ),
    telemetry_id: Type.Optional(Type.String({ maxLength: 256, description: "Accepted and ignored" })),
  },
  { examples: [{ email: "ada@example.com", password: "correct horse battery staple" }] },
);
const PasswordBody = Type.Object(
  { current_password: Type.String({ minLength: 1, maxLength: 256 }), password: Password },
  { examples: [{ current_password: "old", password: "correct horse battery staple" }] },
);
const ResetBody = Type.Object(
  {
    token: Type.String({ minLength: 1, maxLength: 128 }),
    password: Password,
    keep_keys: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          "Keep the API keys, open invitations, approved terminals and endpoints that the user created",
      }),
    ),
  },
  { examples: [{ token: "wpr_…", password: "correct horse battery staple" }] },
);

/** `/v1/auth`: logging in and out, the current user, and their password. */
export function loginRoutes(http: Http, dependencies: LoginRouteDependencies) {
  const { sql, passwords, tokenPepper, senderOf, throttle } = dependencies;
  return new Elysia({ prefix: "/v1/auth" })
    .use(http)
    .post(
      "/login",
      async ({ body, request, server, set }) => {
        const origin = originOf(request, senderOf(request, server), set.headers["x-request-id"]);
        const { email, password, organization_id: organizationId = null } = body;
        const opened = await login(dependencies, { email, password, organizationId }, origin);
        if ("pending" in opened) throw factorRequired(opened, origin.isSecure);
        // more than one of them is more than the types of Elysia know
        Object.assign(set.headers, { "set-cookie": cookiesOf(opened, origin), "cache-control": "no-store" });
        return showSessionUser(opened.user);
      },
      {
        body: LoginBody,
        detail: documented({
          open: true,
          operation: "login",
          summary: "Log in",
          description: `The cookie's token also works as \`Authorization: Bearer\`. It expires after ${SESSION_DAYS} days without use.`,
          errors: [429, 503],
          wording: {
            401: { description: "Wrong email or password", detail: "invalid email or password" },
            403: FACTOR_REQUIRED,
          },
          responses: {
            200: { description: "The user; the token is in `Set-Cookie`", schema: SessionUserSchema },
          },
        }),
      },
    )
    .post(
      "/logout",
      async ({ request, server, set }) => {
        const { isSecure } = senderOf(request, server);
        const token = sessionToken(request, isSecure);
        if (token !== null) await deleteLoginSession(sql, hashToken(token, tokenPepper));
        set.headers["set-cookie"] = setCookie("session", "", 0, isSecure);
        set.headers["clear-site-data"] = '"cache"';
        set.status = 204;
      },
      {
        permission: "any",
        detail: documented({
          operation: "logout",
          errors: [422],
          summary: "Log out",
          responses: { 204: { description: "The token no longer works" } },
        }),
      },
    )
    .get(
      "/me",
      async ({ caller }) => {
        const { organizationId, actor, permissions } = caller;
        const [user, operator] = await Promise.all([
          actor.type === "user" ? findUser(sql, organizationId, actor.id) : null,
          isOperator(sql, organizationId),
        ]);
        return {
          organization_id: organizationId,
          actor,
          permissions: [...permissions],
          operator,
          needs_factor: caller.needsFactor === true,
          user: user === null ? null : showUser(user),
        };
      },
      {
        permission: "any",
        detail: documented({
          operation: "getMe",
          summary: "Who is calling",
          responses: { 200: { description: "The user who is logged in, or the key", schema: MeSchema } },
        }),
      },
    )
    .post(
      "/password",
      async ({ caller, body, request, server, set }) => {
        const user = await ownUser(sql, caller, "a key has no password; log in as the user");
        const attempt = await throttle.password(user.id);
        const waiter = { address: caller.address, account: user.id, isKnown: true };
        if (!(await passwords.verify(body.current_password, user.password_hash, waiter))) {
          await attempt.failed();
          throw problem(403, "wrong_password", "current_password is wrong");
        }
        const { isSecure } = senderOf(request, server);
        const token = sessionToken(request, isSecure) ?? "";
        await attempt.succeeded();
        const hash = await passwords.hash(body.password, waiter);
        await sql.begin(async (transaction) => {
          await setPassword(transaction, user.organization_id, user.id, hash);
          const own = hashToken(token, tokenPepper);
          await endLoginSessions(transaction, user.organization_id, user.id, own);
          await forgetPlaces(transaction, user);
          await audit(transaction, caller, {
            action: "user.password_changed",
            target: { type: "user", id: user.id },
          });
        });
        set.status = 204;
      },
      {
        permission: "any",
        body: PasswordBody,
        detail: documented({
          operation: "changePassword",
          summary: "Change your password",
          description: "Ends all other logins of the user.",
          wording: {
            403: {
              description: "`current_password` is wrong, or a key is calling",
              code: "wrong_password",
              detail: "current_password is wrong",
            },
          },
          responses: { 204: { description: "Changed" } },
        }),
      },
    )
    .post(
      "/reset",
      async ({ body, request, server, set }) => {
        const origin = originOf(request, senderOf(request, server), set.headers["x-request-id"]);
        const { tokenHash, hash } = await preparePassword(dependencies, "reset", body, origin);
        const isDone = await sql.begin(async (transaction) => {
          const found = await takeUserToken(transaction, "reset", tokenHash);
          if (found === null || found.user_id === null) return false;
          const user = { organization_id: found.organization_id, id: found.user_id };
          await setPassword(transaction, user.organization_id, user.id, hash);
          await endLoginSessions(transaction, user.organization_id, user.id);
          await forgetPlaces(transaction, user);
          const who = asActor(user, origin);
          const holder = { id: user.id, permissions: [], why: { password_reset: user.id } };
          const ended = body.keep_keys === true ? "kept" : await endAccess(transaction, who, holder);
          await audit(transaction, who, {
            action: "user.password_reset",
            target: { type: "user", id: user.id },
            changes: summaryOf(ended),
          });
          return true;
        });
        if (!isDone) throw noSuchToken("reset");
        dependencies.authenticator.forget();
        set.status = 204;
      },
      {
        body: ResetBody,
        detail: documented({
          open: true,
          operation: "resetPassword",
          summary: "Set a new password with a one-time token",
          description:
            "`waypostd users reset` prints the token. Ends all logins of the user, and what others may have created with one: API keys and those created with them, open invitations, approved terminals and endpoints, unless `keep_keys` is set.",
          errors: [404, 429, 503],
          responses: { 204: { description: "Set" } },
        }),
      },
    );
}

/** The origin of a login, from the request. */
export function originOf(
  request: Request,
  sender: { address: string | null; isSecure: boolean },
  requestId: unknown,
): Origin {
  const device = cookieToken("device", request, sender.isSecure);
  return {
    ...sender,
    requestId: String(requestId ?? ""),
    userAgent: request.headers.get("user-agent"),
    session: sessionToken(request, sender.isSecure),
    device: device !== null && isToken("device", device) ? device : null,
  };
}
