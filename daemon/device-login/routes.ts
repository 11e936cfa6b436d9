import { Elysia } from "elysia";
import { documented } from "../http/openapi/documentation.ts";
import { isPermission } from "../http/permissions.ts";
import type { SenderReader } from "../http/sender.ts";
import type { Http } from "../http/server.ts";
import { ask, authorization } from "./ask.ts";
import { refused } from "./refusals.ts";
import { AuthorizationBody, AuthorizationSchema, GRANT_TYPE, TokenBody, TokenSchema } from "./schemas.ts";
import { type TakeDependencies, take } from "./take.ts";

export type DeviceLoginDependencies = TakeDependencies & {
  senderOf: SenderReader;
  publicUrl: string | undefined;
};

const PENDING = {
  description: "No key yet: `code` and `error` say why, in the words of RFC 8628",
  code: "authorization_pending",
  detail: "nobody has approved it yet; ask again after the interval",
};

/** `/v1/auth/device`: how a program without a browser gets a key of its own (RFC 8628). */
export function deviceLoginRoutes(http: Http, dependencies: DeviceLoginDependencies) {
  const { sql, tokenPepper, senderOf, publicUrl } = dependencies;
  return new Elysia({ prefix: "/v1/auth/device" })
    .use(http)
    .post(
      "/authorization",
      async ({ body, request, server }) => {
        const { address, isSecure } = senderOf(request, server);
        const { host = "", client_id: program = "", scope } = body;
        const question = { host, program, address, permissions: permissionsIn(scope), clientId: null };
        const codes = await ask(sql, tokenPepper, question);
        const origin = `${isSecure ? "https" : "http"}://${new URL(request.url).host}`;
        return authorization(publicUrl ?? origin, codes);
      },
      {
        takes: "form",
        body: AuthorizationBody,
        detail: documented({
          open: true,
          operation: "authorizeDevice",
          summary: "Ask for a key by device code",
          description:
            "Device authorization request of RFC 8628, as a form or JSON. Show the user `verification_uri` and `user_code`; somebody who may create keys approves on that page. Ask for the token meanwhile.",
          errors: [429, 503],
          wording: {
            400: {
              description: "Unknown permission in `scope`",
              code: "invalid_scope",
              detail: "the scope names a permission that does not exist",
            },
          },
          responses: { 200: { description: "The codes, good for ten minutes", schema: AuthorizationSchema } },
        }),
      },
    )
    .post(
      "/token",
      async ({ body, request, server, set }) => {
        if (body.grant_type !== GRANT_TYPE) throw refused("unsupported_grant_type");
        const requestId = String(set.headers["x-request-id"] ?? "");
        return await take(dependencies, body.device_code, { ...senderOf(request, server), requestId });
      },
      {
        takes: "form",
        body: TokenBody,
        detail: documented({
          open: true,
          operation: "takeDeviceToken",
          summary: "Ask for the key that was approved",
          description: "Device access token request of RFC 8628, as a form or JSON. The key is given once.",
          errors: [401, 409, 429, 503],
          wording: { 400: PENDING },
          responses: { 200: { description: "The new API key", schema: TokenSchema } },
        }),
      },
    );
}

function permissionsIn(scope: string | undefined): string[] | null {
  const named = [...new Set(scope?.split(" ").filter((name) => name !== ""))];
  if (!named.every(isPermission)) throw refused("invalid_scope");
  return named.length === 0 ? null : named;
}
