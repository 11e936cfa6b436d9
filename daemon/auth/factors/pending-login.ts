import { listFactors, type UserKey } from "../../../db/auth/factors.ts";
import { insertUserToken } from "../../../db/auth/user-tokens.ts";
import type { UserRow } from "../../../db/auth/users.ts";
import type { Sql } from "../../../db/connection/client.ts";
import { problem } from "../../http/problem.ts";
import { newId } from "../../lib/ids.ts";
import { setCookie } from "../cookie.ts";
import { hashToken, newToken } from "../tokens.ts";

/** How long a second factor can follow the password. */
const LIFE_SECONDS = 300;

/** A login whose password was right and whose second factor is still to come: it opens nothing. */
export type PendingLogin = { pending: string };

export const FACTOR_REQUIRED = {
  description:
    "`factor_required`: the password is right, and this user has a second factor. Send its code to `POST /v1/auth/login/factor` with the cookie `waypost_factor`, within five minutes",
  code: "factor_required",
  detail: "this user logs in with a second factor: send its code to POST /v1/auth/login/factor",
};

/** Whether a user has a second factor, which logins with the password then ask for. */
export async function hasFactors(sql: Sql, user: UserKey): Promise<boolean> {
  return (await listFactors(sql, user)).length > 0;
}

/** Begins to wait for the second factor of a user whose password was right. */
export async function beginPending(
  sql: Sql,
  tokenPepper: Uint8Array,
  user: Pick<UserRow, "organization_id" | "id" | "email">,
): Promise<PendingLogin> {
  const pending = newToken("factor");
  await insertUserToken(sql, {
    ...{ organization_id: user.organization_id, id: newId("pnd"), kind: "factor", user_id: user.id },
    ...{ email: user.email, role: null, created_by: user.id, token_hash: hashToken(pending, tokenPepper) },
    expires_at: new Date(Date.now() + LIFE_SECONDS * 1000),
  });
  return { pending };
}

/** The refusal of a login that needs its second factor; the browser keeps what it continues with. */
export function factorRequired({ pending }: PendingLogin, isSecure: boolean) {
  return problem(403, FACTOR_REQUIRED.code, FACTOR_REQUIRED.detail, {
    headers: {
      "set-cookie": setCookie("factor", pending, LIFE_SECONDS, isSecure),
      "cache-control": "no-store",
    },
  });
}
