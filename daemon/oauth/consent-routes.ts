import { Elysia } from "elysia";
import { insertCode } from "../../db/auth/oauth-tokens.ts";
import type { Sql } from "../../db/connection/client.ts";
import { type AgentDependencies, refuseUnfitAgent, suitsAgents } from "../auth/agents/rules.ts";
import { refuseMorePermissions, refuseUnknownChannels } from "../auth/key-rules.ts";
import { hashToken, newToken } from "../auth/tokens.ts";
import type { Caller } from "../http/caller.ts";
import { documented } from "../http/openapi/documentation.ts";
import { grants } from "../http/permissions.ts";
import type { Http } from "../http/server.ts";
import type { Static } from "../lib/typebox.ts";
import type { AddressReader } from "./addresses.ts";
import type { Client, ClientDependencies } from "./clients.ts";
import { isLoopback } from "./redirects.ts";
import { type Asked, readRequest } from "./request.ts";
import { AnswerBody, QuestionSchema, RedirectSchema, RequestBody } from "./schemas.ts";

export type ConsentDependencies = ClientDependencies &
  AgentDependencies & { sql: Sql; addressesOf: AddressReader };

/** For so long, a program can fetch its key. */
const CODE_SECONDS = 60;

const tags = ["Login"];
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
        const addresses = addressesOf(request);
        const { client, redirectUri, permissions } = await readRequest(dependencies, addresses, body);
        return {
          name: client.name,
          host: client.host,
          redirect_host: new URL(redirectUri).host,
          is_local: isLoopback(new URL(redirectUri)),
          permissions: permissions.filter((one) => mayGive(caller, one)),
        };
      },
      {
        permission: "keys:manage",
        body: RequestBody,
        detail: documented({
          tags,
          operation: "findAgent",
          summary: "See which agent's program asks for access",
          description: "By the parameters with which the program opened `/consent`.",
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
        const addresses = addressesOf(request);
        const asked = await readRequest(dependencies, addresses, body);
        const answer =
          body.answer === "approve"
            ? { code: await approve(dependencies, caller, asked, body) }
            : { error: "access_denied" };
        return {
          redirect_to: redirectTo(asked.redirectUri, { ...answer, state: body.state, iss: addresses.issuer }),
        };
      },
      {
        permission: "keys:manage",
        body: AnswerBody,
        detail: documented({
          tags,
          operation: "answerAgent",
          summary: "Allow an agent's program access, or refuse it",
          description:
            "What is allowed becomes a key with a guard, made in the caller's name when the program fetches it within a minute; the audit log has it from then on. Nobody allows more than they may themselves.",
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

type Approval = Extract<Static<typeof AnswerBody>, { answer: "approve" }>;

/** The code with which the program fetches its key. Throws 403 and 422 for what the caller may not give to an agent. */
async function approve(
  dependencies: ConsentDependencies,
  caller: Caller,
  { client, redirectUri, challenge }: Asked,
  { permissions, channel_ids, agent }: Approval,
): Promise<string> {
  const { sql, tokenPepper } = dependencies;
  refuseMorePermissions(caller, permissions);
  await refuseUnknownChannels(sql, caller, channel_ids ?? []);
  await refuseUnfitAgent(dependencies, caller, agent, permissions);
  const code = newToken("code");
  const token = {
    token_hash: hashToken(code, tokenPepper),
    organization_id: caller.organizationId,
    client_id: client.id,
    seconds: CODE_SECONDS,
  };
  await insertCode(sql, token, {
    ...{ allowed_by: caller.actor, redirect_uri: redirectUri, challenge },
    ...{ name: nameOf(client, redirectUri), permissions, agent },
    channel_ids: channel_ids ?? caller.channelIds?.slice() ?? null,
  });
  return code;
}

/** A key's name has the host that the program is of, which its own name may not say. */
function nameOf({ name, host }: Client, redirectUri: string): string {
  return `${name} (${host ?? new URL(redirectUri).hostname})`.slice(0, 128);
}

/** Where the browser goes with an answer, which names its issuer (RFC 9207). */
function redirectTo(uri: string, answer: Record<string, string | undefined>): string {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(answer))
    if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}
