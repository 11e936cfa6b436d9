import { Elysia } from "elysia";
import {
  deleteInvitation,
  insertUserToken,
  listInvitations,
  takeUserToken,
  type UserTokenRow,
} from "../../db/auth/user-tokens.ts";
import { findUsersByEmail, insertUser } from "../../db/auth/users.ts";
import { type Queryable, type Sql, transact } from "../../db/connection/client.ts";
import { findOrganizationNames } from "../../db/organizations/organizations.ts";
import type { Caller } from "../http/caller.ts";
import { notFound } from "../http/found.ts";
import { documented } from "../http/openapi/documentation.ts";
import { type Cursors, listOf, PagingQuery, page } from "../http/paging.ts";
import { problem } from "../http/problem.ts";
import type { Reading } from "../http/reading.ts";
import type { SenderReader } from "../http/sender.ts";
import type { Http } from "../http/server.ts";
import { newId } from "../lib/ids.ts";
import { Nullable, type Static, Type } from "../lib/typebox.ts";
import { refuseBeyondLimit } from "../limits/organization.ts";
import { audit } from "./audit.ts";
import { mayGiveAccess } from "./given-access.ts";
import { asActor, cookiesOf, type LoginDependencies, openLogin } from "./login.ts";
import { originOf } from "./login-routes.ts";
import { goodToken, noSuchToken, preparePassword } from "./one-time-token.ts";
import { refuseWithoutPasswords } from "./password.ts";
import { RoleSchema } from "./roles.ts";
import { hashToken, newToken } from "./tokens.ts";
import { Email, Password, SessionUserSchema, showSessionUser, UserName } from "./user.ts";
import { refuseHigherRole } from "./user-routes.ts";

export type InvitationRouteDependencies = LoginDependencies & {
  sql: Sql;
  reading: Reading;
  cursors: Cursors;
  senderOf: SenderReader;
};

const DAYS = 7;
const fields = {
  id: Type.String(),
  email: Type.String(),
  role: Nullable(RoleSchema),
  created_by: Nullable(Type.String()),
  created_at: Type.String({ format: "date-time" }),
  expires_at: Type.String({ format: "date-time" }),
};
const seen = { email: "ben@example.com", role: "agent", expires_at: "2026-11-28T09:30:00.000Z" };
const example = {
  id: "inv_01JDB2M5S8V0ZC3K7Q2M4N6P8R",
  ...seen,
  created_by: "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11",
  created_at: "2026-11-21T09:30:00.000Z",
};
const InvitationSchema = Type.Object(fields, { title: "Invitation", examples: [example] });
const NewInvitationSchema = Type.Object(
  { ...fields, token: Type.String({ description: "For the person; shown only here" }) },
  { title: "CreatedInvitation", examples: [{ ...example, token: "wpi_…" }] },
);
const FoundInvitationSchema = Type.Object(
  { organization: Type.String(), email: fields.email, role: fields.role, expires_at: fields.expires_at },
  { title: "FoundInvitation", examples: [{ organization: "Blue Door", ...seen }] },
);
const InviteBody = Type.Object(
  { email: Email, role: RoleSchema },
  { examples: [{ email: "ben@example.com", role: "agent" }] },
);
const AcceptBody = Type.Object(
  { token: Type.String({ minLength: 1, maxLength: 128 }), name: UserName, password: Password },
  { examples: [{ token: "wpi_…", name: "Ben", password: "correct horse battery staple" }] },
);

/** `/v1/users/invitations` and the acceptance of one: how somebody becomes a user. */
export function invitationRoutes(http: Http, dependencies: InvitationRouteDependencies) {
  const { sql, reading, cursors, tokenPepper, senderOf } = dependencies;
  return new Elysia({ prefix: "/v1" })
    .use(http)
    .post(
      "/users/invitations",
      async ({ caller, body, once }) => {
        refuseHigherRole(caller, body.role);
        return await once((sql) => invite(sql, tokenPepper, caller, body));
      },
      {
        permission: "users:manage",
        proved: true,
        idempotent: "sealed",
        body: InviteBody,
        detail: documented({
          operation: "createInvitation",
          summary: "Invite a user",
          description: `Waypost sends no mail: give the token to the person. It works once, for ${DAYS} days.`,
          wording: { 409: TAKEN },
          responses: {
            201: { description: "Invited; the token is shown only this once", schema: NewInvitationSchema },
          },
        }),
      },
    )
    .get(
      "/users/invitations",
      async ({ caller, query }) =>
        await page({ reading: reading.of(caller), cursors }, query, {
          read: (sql, before, most) => listInvitations(sql, caller.organizationId, before, most),
          show,
          position: (row) => row.id,
        }),
      {
        permission: "users:manage",
        query: Type.Object(PagingQuery),
        detail: documented({
          operation: "listInvitations",
          summary: "List invitations",
          responses: {
            200: { description: "Not accepted yet, newest first", schema: listOf(InvitationSchema) },
          },
        }),
      },
    )
    .delete(
      "/users/invitations/:id",
      async ({ caller, params, set }) => {
        await sql.begin(async (transaction) => {
          if (!(await deleteInvitation(transaction, caller.organizationId, params.id)))
            throw notFound("invitation");
          await audit(transaction, caller, {
            action: "invitation.deleted",
            target: { type: "invitation", id: params.id },
          });
        });
        set.status = 204;
      },
      {
        permission: "users:manage",
        params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
        detail: documented({
          operation: "deleteInvitation",
          summary: "Withdraw an invitation",
          responses: { 204: { description: "Withdrawn" } },
        }),
      },
    )
    .post(
      "/auth/invitations/find",
      async ({ body, request, server, set }) => {
        const origin = originOf(request, senderOf(request, server), set.headers["x-request-id"]);
        const found = await goodToken(dependencies, "invitation", body.token, origin);
        const names = await findOrganizationNames(sql, [found.organization_id]);
        const { email, role, expires_at } = show(found);
        return { organization: names.get(found.organization_id) ?? "", email, role, expires_at };
      },
      {
        body: Type.Pick(AcceptBody, ["token"]),
        detail: documented({
          open: true,
          keepsNothing: true,
          operation: "findInvitation",
          summary: "Look at an invitation before it is accepted",
          errors: [404, 429, 503],
          responses: { 200: { description: "It can be accepted", schema: FoundInvitationSchema } },
        }),
      },
    )
    .post(
      "/auth/invitations/accept",
      async ({ body, request, server, set }) => {
        const origin = originOf(request, senderOf(request, server), set.headers["x-request-id"]);
        const { tokenHash, hash } = await preparePassword(dependencies, "invitation", body, origin);
        const accepted = await sql.begin(async (transaction) => {
          const found = await takeUserToken(transaction, "invitation", tokenHash);
          if (found === null) return null;
          await refuseWithoutPasswords(transaction, found.organization_id);
          await refuseBeyondLimit(transaction, found.organization_id, "users");
          const user = await insertUser(transaction, {
            ...{ organization_id: found.organization_id, id: Bun.randomUUIDv7() },
            ...{ email: found.email, name: body.name },
            role: found.role ?? "viewer",
            password_hash: hash,
          });
          if (user === null) throw taken();
          await audit(transaction, asActor(user, origin), {
            action: "invitation.accepted",
            target: { type: "invitation", id: found.id },
          });
          return { user, ...(await openLogin(transaction, tokenPepper, user, origin)) };
        });
        if (accepted === null) throw noSuchToken("invitation");
        Object.assign(set.headers, { "set-cookie": cookiesOf(accepted, origin) });
        return showSessionUser(accepted.user);
      },
      {
        body: AcceptBody,
        detail: documented({
          open: true,
          operation: "acceptInvitation",
          summary: "Accept an invitation",
          errors: [404, 429, 503],
          wording: { 409: TAKEN },
          responses: { 200: { description: "The new user, logged in", schema: SessionUserSchema } },
        }),
      },
    );
}

async function invite(
  sql: Queryable,
  tokenPepper: Uint8Array,
  caller: Caller,
  { email, role }: Static<typeof InviteBody>,
) {
  const token = newToken("invitation");
  const row = await transact(sql, async (transaction) => {
    const { permissions } = await mayGiveAccess(transaction, caller, "users:manage");
    refuseHigherRole({ ...caller, permissions }, role);
    if ((await findUsersByEmail(transaction, email, caller.organizationId)).length > 0) throw taken();
    const made = await insertUserToken(transaction, {
      ...{ organization_id: caller.organizationId, id: newId("inv"), kind: "invitation" },
      ...{ user_id: null, email, role, created_by: caller.actor.id },
      expires_at: new Date(Date.now() + DAYS * 24 * 3600_000),
      token_hash: hashToken(token, tokenPepper),
    });
    await audit(transaction, caller, {
      action: "invitation.created",
      target: { type: "invitation", id: made.id },
      changes: { email, role },
    });
    return made;
  });
  return { status: 201, body: { ...show(row), token } };
}

const TAKEN = {
  description: "A user of the organisation has this address already",
  code: "email_taken",
  detail: "a user of the organisation has this address already",
};

function taken() {
  return problem(409, TAKEN.code, TAKEN.detail);
}

function show({ id, email, role, created_by, created_at, expires_at }: UserTokenRow) {
  return {
    ...{ id, email, role, created_by },
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
  };
}
