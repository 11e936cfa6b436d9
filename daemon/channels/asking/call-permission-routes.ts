import { Elysia } from "elysia";
import { findChannel } from "../../../db/channels/channels.ts";
import type { Sql } from "../../../db/connection/client.ts";
import { type Caller, mayUseChannel } from "../../http/caller.ts";
import { found } from "../../http/found.ts";
import { documented } from "../../http/openapi/documentation.ts";
import { problem } from "../../http/problem.ts";
import type { Http } from "../../http/server.ts";
import { Nullable, type Static, Type } from "../../lib/typebox.ts";
import { numberIn } from "../../phone-numbers/read.ts";
import { isUserId } from "../../phone-numbers/user-id.ts";
import type { Addressee } from "../../providers/management.ts";
import type { Providers } from "../../providers/provider.ts";
import type { Secrets } from "../../secrets/envelope.ts";
import { numberOf } from "../account.ts";
import { providerOf } from "../platform.ts";
import { done } from "../provider-problem.ts";

const Params = Type.Object({
  id: Type.String({ maxLength: 64 }),
  person: Type.String({
    maxLength: 140,
    description: "A phone number, with or without +, or a business-scoped user id",
  }),
});

const CallPermissionSchema = Type.Object(
  {
    person: Type.String({ description: "As it was given" }),
    status: Type.Union(
      (["none", "pending", "granted", "expired"] as const).map((one) => Type.Literal(one)),
      { description: "`pending`: asked, and not answered yet; `none`: never given, or refused" },
    ),
    until: Nullable(
      Type.String({ format: "date-time", description: "Null for a permission that is given for good" }),
    ),
    can_call: Type.Boolean({ description: "Whether Meta lets the business call now" }),
    can_ask: Type.Boolean({ description: "Whether a `call_permission_request` may be sent now" }),
  },
  {
    title: "CallPermission",
    examples: [
      {
        ...{ person: "+14155550123", status: "granted", until: "2026-11-28T09:30:00.000Z" },
        ...{ can_call: true, can_ask: false },
      },
    ],
  },
);

type Dependencies = { sql: Sql; providers: Providers; secrets: Secrets };

/** `/v1/channels/{id}/call_permissions/{person}`: whether the business may call somebody. */
export function callPermissionRoutes(http: Http, dependencies: Dependencies) {
  return new Elysia({ prefix: "/v1/channels" }).use(http).get(
    "/:id/call_permissions/:person",
    async ({ caller, params: { id, person } }): Promise<Static<typeof CallPermissionSchema>> => {
      const addressee = readPerson(person);
      const { number, ask } = await mustFind(dependencies, caller, id);
      const { status, until, canCall, canAsk } = done(await ask(number, addressee));
      return { person, status, until, can_call: canCall, can_ask: canAsk };
    },
    { permission: "contacts:read", params: Params, detail: DOCUMENTED },
  );
}

/** Somebody who is named by number or user id. Throws 422 for what is neither. */
function readPerson(person: string): Addressee {
  if (isUserId(person)) return { phone: null, userId: person };
  const phone = numberIn(person, null)?.slice(1);
  if (phone !== undefined) return { phone, userId: null };
  throw problem(
    422,
    "invalid_request",
    `${person} is neither a number nor a user id such as US.13491208655302741918`,
  );
}

async function mustFind({ sql, providers, secrets }: Dependencies, caller: Caller, id: string) {
  const isTheirs = mayUseChannel(caller, id);
  const channel = found(isTheirs ? await findChannel(sql, caller.organizationId, id) : null, "channel");
  const ask = providerOf(providers, channel).callPermission;
  if (ask === undefined)
    throw problem(
      422,
      "unsupported_on_platform",
      `${channel.platform} channels ask nobody whether they may call`,
    );
  return { ask, number: numberOf(providers, channel, secrets) };
}

const DOCUMENTED = documented({
  operation: "getCallPermission",
  summary: "Ask whether the business may call somebody",
  description:
    "As Meta says at this moment. People give the permission for seven days or for good when they are asked by a message of the type `call_permission_request`. Official numbers only.",
  wording: {
    422: {
      description:
        "Not a person, a paired number, or Meta refused: `calling_not_available` for numbers of the US, Canada, Turkey, Egypt, Vietnam and Nigeria",
      code: "calling_not_available",
      detail: "Business-initiated calling is not available in the country of this phone number.",
    },
  },
  responses: { 200: { description: "The permission", schema: CallPermissionSchema } },
});
