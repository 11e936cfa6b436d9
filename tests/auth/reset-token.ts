import { hashToken, newToken } from "../../daemon/auth/tokens.ts";
import { newId } from "../../daemon/lib/ids.ts";
import { insertUserToken } from "../../db/auth/user-tokens.ts";
import type { TestDaemon } from "../support/daemon.ts";

/** A token with which a user sets a new password, as `waypostd users reset` makes it. */
export async function resetToken({ sql, secrets }: TestDaemon, userId: string): Promise<string> {
  const [user] = await sql<{ organization_id: string; email: string }[]>`
    select organization_id, email from users where id = ${userId}`;
  if (user === undefined) throw new Error(`there is no user ${userId}`);
  const token = newToken("reset");
  await insertUserToken(sql, {
    ...{ ...user, id: newId("rst"), kind: "reset", user_id: userId, role: null, created_by: null },
    expires_at: new Date(Date.now() + 3600_000),
    token_hash: hashToken(token, secrets.derive("tokens")),
  });
  return token;
}
