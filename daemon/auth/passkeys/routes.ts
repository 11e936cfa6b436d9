import { Elysia } from "elysia";
import { STEP_UP_REQUIRED } from "../../http/caller.ts";
import { documented } from "../../http/openapi/documentation.ts";
import type { SenderReader } from "../../http/sender.ts";
import type { Http } from "../../http/server.ts";
import { Type } from "../../lib/typebox.ts";
import { audit } from "../audit.ts";
import { FactorName } from "../factors/factor.ts";
import { TOO_MANY } from "../factors/set-up.ts";
import { asActor, cookiesOf, openLogin } from "../login.ts";
import { originOf } from "../login-routes.ts";
import { refuseWithoutPasswords } from "../password.ts";
import { ownUser, SessionUserSchema, showSessionUser } from "../user.ts";
import { AssertionSchema, AttestationSchema, NOT_ACCEPTED, OptionsSchema } from "./passkey.ts";
import { addPasskey, askForNewPasskey } from "./register.ts";
import { type AddressReader, NO_DOMAIN, siteOf } from "./site.ts";
import { askForPasskey, type PasskeyDependencies, userOfPasskey } from "./verify.ts";

type Dependencies = PasskeyDependencies & { senderOf: SenderReader; addressesOf: AddressReader };

const NO_USER = "a key has no passkeys; log in as the user";
const AddedSchema = Type.Object(
  { id: Type.String({ format: "uuid" }), recovery_codes: Type.Array(Type.String()) },
  {
    title: "AddedPasskey",
    examples: [{ id: "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11", recovery_codes: ["7KQ2M-XW4RT", "…"] }],
  },
);

/** `/v1/auth/login/passkey`: logging in with a passkey, which needs no password. */
export function passkeyLoginRoutes(http: Http, dependencies: Dependencies) {
  const { sql, tokenPepper, senderOf, addressesOf } = dependencies;
  return new Elysia({ prefix: "/v1/auth/login/passkey" })
    .use(http)
    .post(
      "/options",
      async ({ request }) => await askForPasskey(dependencies, siteOf(addressesOf(request))),
      {
        detail: documented({
          open: true,
          keepsNothing: true,
          operation: "askForPasskey",
          summary: "Begin a login with a passkey, or a step up",
          description:
            "What the browser gives to the authenticator, good for five minutes and one signature.",
          errors: [422, 429, 503],
          wording: { 409: NO_DOMAIN },
          responses: { 200: { description: "For `navigator.credentials.get`", schema: OptionsSchema } },
        }),
      },
    )
    .post(
      "",
      async ({ body, request, server, set }) => {
        const origin = originOf(request, senderOf(request, server), set.headers["x-request-id"]);
        const site = siteOf(addressesOf(request));
        const user = await userOfPasskey(dependencies, body.passkey, site, origin.address);
        const opened = await sql.begin(async (transaction) => {
          await refuseWithoutPasswords(transaction, user.organization_id);
          await audit(transaction, asActor(user, origin), {
            action: "login.created",
            target: { type: "user", id: user.id },
            changes: { factor: "passkey" },
          });
          return await openLogin(transaction, tokenPepper, user, origin, { factor: "passkey" });
        });
        Object.assign(set.headers, { "set-cookie": cookiesOf(opened, origin), "cache-control": "no-store" });
        return showSessionUser(user);
      },
      {
        body: Type.Object(
          { passkey: AssertionSchema },
          { examples: [{ passkey: AssertionSchema.examples[0] }] },
        ),
        detail: documented({
          open: true,
          operation: "loginWithPasskey",
          summary: "Log in with a passkey",
          errors: [429, 503],
          wording: { 403: NOT_ACCEPTED, 409: NO_DOMAIN },
          responses: {
            200: { description: "The user; the token is in `Set-Cookie`", schema: SessionUserSchema },
          },
        }),
      },
    );
}

/** `/v1/auth/factors/passkey`: adding a passkey to one's factors. */
export function passkeyRoutes(http: Http, dependencies: Dependencies) {
  const { sql, addressesOf } = dependencies;
  return new Elysia({ prefix: "/v1/auth/factors/passkey" })
    .use(http)
    .post(
      "/options",
      async ({ caller, request }) => {
        const user = await ownUser(sql, caller, NO_USER);
        return await askForNewPasskey(dependencies, user, siteOf(addressesOf(request)));
      },
      {
        permission: "any",
        proved: true,
        detail: documented({
          operation: "askForNewPasskey",
          summary: "Begin to add a passkey",
          keepsNothing: true,
          errors: [422],
          wording: { 403: STEP_UP_REQUIRED, 409: NO_DOMAIN },
          responses: { 200: { description: "For `navigator.credentials.create`", schema: OptionsSchema } },
        }),
      },
    )
    .post(
      "",
      async ({ caller, body, request, set }) => {
        const user = await ownUser(sql, caller, NO_USER);
        const { name, passkey: attestation } = body;
        set.status = 201;
        return await addPasskey(dependencies, caller, user, {
          ...{ name, attestation, site: siteOf(addressesOf(request)) },
        });
      },
      {
        permission: "any",
        proved: true,
        body: Type.Object(
          { name: FactorName, passkey: AttestationSchema },
          { examples: [{ name: "Laptop", passkey: AttestationSchema.examples[0] }] },
        ),
        detail: documented({
          operation: "createPasskey",
          summary: "Add a passkey",
          description: "It logs its user in without a password, and is a second factor.",
          keepsNothing: true,
          wording: { 403: NOT_ACCEPTED, 409: TOO_MANY },
          responses: {
            201: { description: "Added, with recovery codes for the first factor", schema: AddedSchema },
          },
        }),
      },
    );
}
