import {
  countRecoveryCodes,
  findUnconfirmedFactor,
  insertFactor,
  listFactors,
  replaceRecoveryCodes,
  takeStep,
} from "../../../db/auth/factors.ts";
import type { UserRow } from "../../../db/auth/users.ts";
import type { Transaction } from "../../../db/connection/client.ts";
import { findOrganizationNames } from "../../../db/organizations/organizations.ts";
import type { Caller } from "../../http/caller.ts";
import { found, notFound } from "../../http/found.ts";
import { problem } from "../../http/problem.ts";
import { audit, audited } from "../audit.ts";
import { factorContext, type ProofDependencies, wrongCode } from "./prove.ts";
import { hashRecoveryCode, newRecoveryCodes } from "./recovery-codes.ts";
import { newTotp, stepOf } from "./totp.ts";

/** So many factors a user may have. */
const MOST = 10;

export const TOO_MANY = {
  description: "The user has the most factors they may have",
  code: "limit_reached",
  detail: `a user has at most ${MOST} second factors; remove one first`,
};

/** Throws 409 for a user who has the most factors already. */
export function refuseTooMany(factors: readonly unknown[]): void {
  if (factors.length >= MOST) throw problem(409, TOO_MANY.code, TOO_MANY.detail);
}

/** Begins to set up an authenticator app: it counts once `confirmTotp` has a code of it. Throws 409 beyond ten. */
export async function beginTotp({ sql, secrets }: ProofDependencies, user: UserRow, name: string) {
  const { organization_id, id: user_id, email } = user;
  refuseTooMany(await listFactors(sql, user));
  const organization = (await findOrganizationNames(sql, [organization_id])).get(organization_id) ?? "";
  const id = Bun.randomUUIDv7();
  const { secret, url } = newTotp(`Waypost ${organization}`.trim(), email);
  const sealed = secrets.encrypt(secret, factorContext(id));
  await sql.begin((transaction) =>
    insertFactor(transaction, { organization_id, id, user_id, kind: "totp", name, secret: sealed }),
  );
  return { id, secret, url };
}

/**
 * Confirms an authenticator app by a first code. Returns recovery codes, or none when the user has some. Throws 404 for an
 * app that is not being set up, 403 `wrong_code`, and 429 after too many.
 */
export async function confirmTotp(
  { sql, secrets, throttle, tokenPepper }: ProofDependencies,
  caller: Caller,
  user: UserRow,
  { id, code }: { id: string; code: string },
): Promise<string[]> {
  const factor = found(await findUnconfirmedFactor(sql, user, id), "factor");
  const attempt = await throttle.factor(user, { address: caller.address, device: null });
  const step = stepOf(secrets.decrypt(factor.secret ?? "", factorContext(id)), code.replace(/\s/g, ""));
  if (step === null) throw wrongCode();
  await attempt.succeeded();
  return await sql.begin(async (transaction) => {
    // it may have been taken back, or confirmed by another request, since it was found
    if (!(await takeStep(transaction, factor, step))) throw notFound("factor");
    const target = { type: "user", id: user.id };
    const changes = { factor: id, kind: factor.kind, name: factor.name };
    await audit(transaction, caller, { action: "factor.created", target, changes });
    if ((await countRecoveryCodes(transaction, user)) > 0) return [];
    return await giveRecoveryCodes(transaction, tokenPepper, caller, user);
  });
}

/** Gives a user ten new recovery codes; those of before end. */
export async function giveRecoveryCodes(
  sql: Transaction,
  tokenPepper: Uint8Array,
  caller: Caller,
  user: UserRow,
): Promise<string[]> {
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => hashRecoveryCode(code, tokenPepper)).filter((hash) => hash !== null);
  const entry = { action: "recovery_codes.created", target: { type: "user", id: user.id } };
  await audited(sql, caller, entry, (transaction) => replaceRecoveryCodes(transaction, user, hashes));
  return codes;
}
