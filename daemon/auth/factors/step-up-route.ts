import { Elysia } from "elysia";
import { noteProof } from "../../../db/auth/login-sessions.ts";
import { STEP_UP_REQUIRED } from "../../http/caller.ts";
import { documented } from "../../http/openapi/documentation.ts";
import { problem } from "../../http/problem.ts";
import type { SenderReader } from "../../http/sender.ts";
import type { Http } from "../../http/server.ts";
import { Type } from "../../lib/typebox.ts";
import { sessionToken } from "../authenticate.ts";
import { originOf } from "../login-routes.ts";
import { AssertionSchema, NOT_ACCEPTED } from "../passkeys/passkey.ts";
import { type AddressReader, siteOf } from "../passkeys/site.ts";
import { userOfPasskey } from "../passkeys/verify.ts";
import type { Passwords } from "../password.ts";
import { hashToken } from "../tokens.ts";
import { ownUser } from "../user.ts";
import { CodeBody } from "./factor.ts";
import { hasFactors } from "./pending-login.ts";
import { type ProofDependencies, proveByCode } from "./prove.ts";

export type StepUpDependencies = ProofDependencies & {
  passwords: Passwords;
  senderOf: SenderReader;
  addressesOf: AddressReader;
};

const Body = Type.Object(
  {
    code: Type.Optional(CodeBody),
    passkey: Type.Optional(AssertionSchema),
    password: Type.Optional(
      Type.String({ minLength: 1, maxLength: 256, description: "For who has no second factor" }),
    ),
  },
  { minProperties: 1, maxProperties: 1, examples: [{ code: "123456" }] },
);

/** `/v1/auth/step_up`: who is logged in proves once more that it is them. */
export function stepUpRoute(http: Http, dependencies: StepUpDependencies) {
  const { sql, senderOf, addressesOf, tokenPepper, throttle, passwords } = dependencies;
  return new Elysia({ prefix: "/v1/auth/step_up" })
    .use(http)
    .get(
      "",
      ({ set }) => {
        set.status = 204;
      },
      {
        permission: "any",
        proved: true,
        detail: documented({
          operation: "checkStepUp",
          summary: "Ask whether a fresh proof is needed",
          description: "For what a browser downloads by a link, which can't ask for the proof itself.",
          wording: { 403: STEP_UP_REQUIRED },
          responses: { 204: { description: "None is needed: it is fresh, or a key is calling" } },
        }),
      },
    )
    .post(
      "",
      async ({ caller, body, request, server, set }) => {
        const user = await ownUser(sql, caller, "a key is not asked; log in as the user");
        const origin = originOf(request, senderOf(request, server), caller.requestId);
        if (body.passkey !== undefined) {
          const site = siteOf(addressesOf(request));
          const { id } = await userOfPasskey(dependencies, body.passkey, site, origin.address);
          if (id !== user.id) throw problem(403, NOT_ACCEPTED.code, "this passkey is another user's");
        } else if (await hasFactors(sql, user)) {
          if (body.code === undefined)
            throw problem(422, "invalid_request", "send `code`: this user has a second factor");
          await proveByCode(dependencies, user, body.code, origin);
        } else {
          const attempt = await throttle.password(user.id);
          const waiter = { address: caller.address, account: user.id, isKnown: true };
          if (!(await passwords.verify(body.password ?? "", user.password_hash, waiter))) {
            await attempt.failed();
            throw problem(403, "wrong_password", "the password is wrong");
          }
          await attempt.succeeded();
        }
        await noteProof(sql, hashToken(sessionToken(request, origin.isSecure) ?? "", tokenPepper));
        set.status = 204;
      },
      {
        permission: "any",
        body: Body,
        detail: documented({
          operation: "stepUp",
          summary: "Prove once more who you are",
          description:
            "For what is answered with 403 `step_up_required`: with a code of a second factor, a passkey (its options are those of a login), or with the password if you have none. It holds for ten minutes, for this login.",
          keepsNothing: true,
          wording: {
            403: {
              description: "The code or password is wrong, or a key is calling",
              code: "wrong_code",
              detail: "the code is wrong or was used before; wait for the next one, or use a recovery code",
            },
          },
          responses: { 204: { description: "Proved" } },
        }),
      },
    );
}
