import { Elysia } from "elysia";
import { suitsAgents } from "../auth/agents/rules.ts";
import { refuseUnknownLimits } from "../auth/agents/unknown-limits.ts";
import { refuse } from "../device-login/answer.ts";
import { type Caller, refuseStaleProof } from "../http/caller.ts";
import { documented } from "../http/openapi/documentation.ts";
import { grants } from "../http/permissions.ts";
import type { Http } from "../http/server.ts";
import type { AddressReader } from "./addresses.ts";
import { type AllowDependencies, allow } from "./allow.ts";
import { isLoopback } from "./redirects.ts";
import { type Asked, type RequestDependencies, readAsked } from "./request.ts";
import { AnswerBody, QuestionSchema, RedirectSchema, RequestBody } from "./schemas.ts";

export type ConsentDependencies = RequestDependencies & AllowDependencies & { addressesOf: AddressReader };

const wording = {
  400: {
    description:
      "The program asks for what it can't get, or in a way that is not safe; `code` and `error` say why",
    code: "invalid_request",
    detail: "the redirect_uri is not one that the program is registered with",
  },
};

/** `/v1/auth/oauth`: what a program of an agent asks for, and the answer of somebody who may create keys. */
export function consentRoutes(http: Http, dependencies: ConsentDependencies) {
  const { addressesOf } = dependencies;
  return new Elysia({ prefix: "/v1/auth/oauth" })
    .use(http)
    .post(
      "/find",
      async ({ caller, body, request }) => {
        const asked = await readAsked(dependencies, addressesOf(request), caller, body);
        return {
          name: asked.client.name,
          host: asked.client.host,
          ...whereOf(asked),
          permissions: asked.permissions.filter((one) => mayGive(caller, one)),
        };
      },
      {
        permission: "keys:manage",
        body: RequestBody,
        detail: documented({
          operation: "findAgent",
          summary: "See which agent's program asks for access",
          description:
            "By the parameters with which the program opened `/consent`, or by the code that a program without a browser shows: after many wrong codes from one address, 429.",
          keepsNothing: true,
          errors: [400],
          wording,
          responses: { 200: { description: "What the program asks for", schema: QuestionSchema } },
        }),
      },
    )
    .post(
      "/answer",
      async ({ caller, body, request }) => {
        if (body.answer === "approve") refuseStaleProof(caller);
        const addresses = addressesOf(request);
        const asked = await readAsked(dependencies, addresses, caller, body);
        const code = body.answer === "approve" ? await allow(dependencies, caller, asked, body) : null;
        const { by } = asked;
        if ("userCode" in by) {
          if (body.answer === "refuse") await refuse(dependencies, by.userCode);
          return { redirect_to: null };
        }
        const answer = code === null ? { error: "access_denied" } : { code };
        return {
          redirect_to: redirectTo(by.redirectUri, { ...answer, state: body.state, iss: addresses.issuer }),
        };
      },
      {
        permission: "keys:manage",
        transform: ({ body }) => refuseUnknownLimits(body),
        body: AnswerBody,
        detail: documented({
          operation: "answerAgent",
          summary: "Allow an agent's program access, or refuse it",
          description:
            "What is allowed becomes a key with a guard, made in the caller's name when the program fetches it: within a minute, or by a device code within ten; the audit log has it from then on. Nobody allows more than they may themselves.",
          keepsNothing: true,
          errors: [400],
          wording,
          responses: { 200: { description: "Answered", schema: RedirectSchema } },
        }),
      },
    );
}

function mayGive({ permissions }: Caller, permission: string): boolean {
  return grants(permissions, permission) && suitsAgents(permission);
}

/** Where the answer goes, or where the program that has no browser asked from. */
function whereOf({ by }: Asked) {
  if ("userCode" in by)
    return { redirect_host: null, is_local: false, user_code: by.userCode, address: by.address };
  const url = new URL(by.redirectUri);
  return { redirect_host: url.host, is_local: isLoopback(url), user_code: null, address: null };
}

/** Where the browser goes with an answer, which names its issuer (RFC 9207). */
function redirectTo(uri: string, answer: Record<string, string | undefined>): string {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(answer))
    if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}
