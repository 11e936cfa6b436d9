import { Elysia } from "elysia";
import { countRecoveryCodes, deleteFactor, listFactors } from "../../../db/auth/factors.ts";
import { type Caller, refuseStaleProof, STEP_UP_REQUIRED } from "../../http/caller.ts";
import { notFound } from "../../http/found.ts";
import { documented } from "../../http/openapi/documentation.ts";
import { problem } from "../../http/problem.ts";
import type { Http } from "../../http/server.ts";
import { Type } from "../../lib/typebox.ts";
import { audited } from "../audit.ts";
import { ownUser } from "../user.ts";
import {
  CodeBody,
  FactorName,
  FactorsSchema,
  NewTotpSchema,
  RecoveryCodesSchema,
  showFactor,
} from "./factor.ts";
import type { ProofDependencies } from "./prove.ts";
import { beginTotp, confirmTotp, giveRecoveryCodes, TOO_MANY } from "./set-up.ts";

const Id = Type.Object({ id: Type.String({ format: "uuid" }) });
const NO_USER = "a key has no second factors; log in as the user";
const wording = { 403: STEP_UP_REQUIRED };

/** `/v1/auth/factors`: by what users prove who they are beside the password, each their own. */
export function factorRoutes(http: Http, dependencies: ProofDependencies) {
  const { sql, tokenPepper } = dependencies;

  async function freshUser(caller: Caller) {
    const user = await ownUser(sql, caller, NO_USER);
    refuseStaleProof(caller);
    return user;
  }

  /** Whose factor an id may be: a key has none. */
  async function freshOwner(caller: Caller) {
    if (caller.actor.type === "key") throw notFound("factor");
    return await freshUser(caller);
  }

  return new Elysia({ prefix: "/v1/auth/factors" })
    .use(http)
    .get(
      "",
      async ({ caller }) => {
        const user = await ownUser(sql, caller, NO_USER);
        const [factors, recovery_codes_left] = await Promise.all([
          listFactors(sql, user),
          countRecoveryCodes(sql, user),
        ]);
        return { data: factors.map(showFactor), recovery_codes_left };
      },
      {
        permission: "any",
        detail: documented({
          operation: "listFactors",
          summary: "List your second factors",
          wording: { 403: { description: "A key is calling", code: "no_user", detail: NO_USER } },
          responses: { 200: { description: "The oldest first", schema: FactorsSchema } },
        }),
      },
    )
    .post(
      "/totp",
      async ({ caller, body, set }) => {
        const made = await beginTotp(dependencies, await freshUser(caller), body.name);
        set.status = 201;
        return made;
      },
      {
        permission: "any",
        body: Type.Object({ name: FactorName }, { examples: [{ name: "Phone" }] }),
        detail: documented({
          operation: "createTotp",
          summary: "Set up an authenticator app",
          description:
            "It counts once a code of the app confirms it; one that was not confirmed before ends.",
          keepsNothing: true,
          wording: { ...wording, 409: TOO_MANY },
          responses: { 201: { description: "For the app; shown only this once", schema: NewTotpSchema } },
        }),
      },
    )
    .post(
      "/:id/confirm",
      async ({ caller, params, body }) => {
        const user = await freshOwner(caller);
        const codes = await confirmTotp(dependencies, caller, user, { id: params.id, code: body.code });
        return { recovery_codes: codes };
      },
      {
        permission: "any",
        params: Id,
        body: Type.Object({ code: CodeBody }, { examples: [{ code: "123456" }] }),
        detail: documented({
          operation: "confirmFactor",
          summary: "Confirm an authenticator app",
          description: "From now on, logins with the password ask for a code, too.",
          keepsNothing: true,
          wording,
          responses: {
            200: {
              description: "Set up, with recovery codes for the first one",
              schema: RecoveryCodesSchema,
            },
          },
        }),
      },
    )
    .post(
      "/recovery_codes",
      async ({ caller }) => {
        const user = await freshUser(caller);
        if ((await listFactors(sql, user)).length === 0) throw noFactors();
        const codes = await sql.begin((transaction) =>
          giveRecoveryCodes(transaction, tokenPepper, caller, user),
        );
        return { recovery_codes: codes };
      },
      {
        permission: "any",
        detail: documented({
          operation: "createRecoveryCodes",
          summary: "Get new recovery codes",
          description: "Each works once in place of another factor. Those of before end.",
          keepsNothing: true,
          errors: [422],
          wording: { ...wording, 409: NO_FACTORS },
          responses: { 200: { description: "Shown only this once", schema: RecoveryCodesSchema } },
        }),
      },
    )
    .delete(
      "/:id",
      async ({ caller, params, set }) => {
        const user = await freshOwner(caller);
        const entry = {
          action: "factor.deleted",
          target: { type: "user", id: user.id },
          changes: { factor: params.id },
        };
        await audited(sql, caller, entry, async (transaction) => {
          if (!(await deleteFactor(transaction, user, params.id))) throw notFound("factor");
        });
        set.status = 204;
      },
      {
        permission: "any",
        params: Id,
        detail: documented({
          operation: "deleteFactor",
          summary: "Remove one of your second factors",
          description: "With the last one, the recovery codes end.",
          wording,
          responses: { 204: { description: "Removed" } },
        }),
      },
    );
}

const NO_FACTORS = {
  description: "The user has no second factor yet",
  code: "wrong_state",
  detail: "recovery codes stand in for a second factor; set one up first",
};

function noFactors() {
  return problem(409, NO_FACTORS.code, NO_FACTORS.detail);
}
