import type { ChannelRow } from "../../db/channels/channels.ts";
import type { Actor } from "../auth/audit.ts";
import { contestNumber } from "../channels/claims.ts";
import { done } from "../channels/provider-problem.ts";
import { problem } from "../http/problem.ts";
import type {
  BusinessAccount,
  Onboarding,
  ProviderNumber,
  TokenInspection,
} from "../providers/management.ts";
import type { ProviderInUse } from "../providers/provider.ts";
import { type SaveDependencies, saveNumber, taken } from "./numbers.ts";

/** Without these a token can neither read the account nor send. */
const SCOPES = ["whatsapp_business_management", "whatsapp_business_messaging"];

/** A provider whose numbers are connected by a signup. */
export type OnboardingProvider = Pick<ProviderInUse, "name" | "isSandbox"> & { onboarding: Onboarding };

export type SignupResult = {
  code: string;
  waba_id?: string;
  phone_number_id?: string;
  redirect_uri?: string;
};

/**
 * Makes channels of the numbers of a finished embedded signup: exchanges the code for a token,
 * checks the token, makes sure that no other organisation has proven one of the numbers to be
 * its own, subscribes our app to the account and saves every number as a channel. Repeating it
 * with a new code is harmless.
 * Throws 422 (`app_not_configured`, `invalid_code`, `token_not_usable`, …), 409, 429 and 503.
 */
export async function exchangeSignup(
  dependencies: SaveDependencies,
  { name: platform, isSandbox: sandbox, onboarding }: OnboardingProvider,
  who: Actor,
  signup: SignupResult,
): Promise<{ waba_id: string; channels: ChannelRow[] }> {
  const { accessToken, inspection } = await tokenOf(onboarding, signup);
  const wabaId = chooseAccount(inspection, signup.waba_id);
  const account = { wabaId, accessToken };
  const numbers = await contested(
    dependencies,
    who,
    await numbersOf(onboarding, account, signup.phone_number_id),
  );
  done(await onboarding.subscribe(account));
  const channels: ChannelRow[] = [];
  for (const { number, yielding } of numbers) {
    const token = { ...account, platform, sandbox, expiresAt: inspection.expiresAt };
    channels.push(await saveNumber(dependencies, who, token, number, yielding));
  }
  return { waba_id: wabaId, channels };
}

async function tokenOf({ app }: Onboarding, { code, redirect_uri }: SignupResult) {
  if (app === null) {
    throw problem(
      422,
      "app_not_configured",
      "set WAYPOST_APP_ID and WAYPOST_APP_SECRET to those of your Meta app, and restart the daemon",
    );
  }
  const exchanged = await app.exchangeCode(code, redirect_uri);
  if (exchanged.kind === "refused") throw refusedCode(exchanged.error.provider_code, exchanged.error.detail);
  const accessToken = done(exchanged);
  if (accessToken === null) throw refusedCode(null, "WhatsApp responded without a token");
  const inspection = done(await app.inspectToken(accessToken));
  requireUsable(inspection);
  return { accessToken, inspection };
}

/** Meta's 100 and 190 are about the code; 1 and 101 about the app. */
function refusedCode(providerCode: string | null, detail: string) {
  const members = { provider_code: providerCode };
  if (providerCode === "1" || providerCode === "101") {
    const text = `Meta does not know this app (${detail}); check WAYPOST_APP_ID and WAYPOST_APP_SECRET`;
    return problem(422, "app_not_accepted", text, { members });
  }
  return problem(422, "invalid_code", `the code is not valid; it works once, for 30 seconds: ${detail}`, {
    members,
    errors: [{ path: "/code", message: "expired, used or unknown" }],
  });
}

function requireUsable({ isValid, isOurs, scopes }: TokenInspection): void {
  if (!isValid) throw problem(422, "token_not_usable", "Meta says that the token it gave is not valid");
  if (!isOurs) throw problem(422, "token_not_usable", "the token is for another app than WAYPOST_APP_ID");
  const lacking = SCOPES.filter((scope) => !scopes.includes(scope));
  if (lacking.length > 0) {
    throw problem(422, "token_not_usable", `the signup did not grant ${lacking.join(" and ")}`);
  }
}

/** The requested account when the token is for it; the token's only account when none was requested. */
function chooseAccount({ wabaIds }: TokenInspection, requested: string | undefined): string {
  const [first, ...others] = wabaIds;
  if (requested !== undefined && (first === undefined || wabaIds.includes(requested))) return requested;
  if (requested === undefined && first !== undefined && others.length === 0) return first;
  const known = first === undefined ? "Meta does not say which accounts exist" : wabaIds.join(", ");
  const message =
    requested === undefined ? "required: say which account" : "not an account the signup granted";
  throw problem(422, "invalid_request", `/waba_id: ${message} (${known})`, {
    errors: [{ path: "/waba_id", message }],
  });
}

async function numbersOf(onboarding: Onboarding, account: BusinessAccount, only: string | undefined) {
  const numbers = done(await onboarding.listNumbers(account));
  const wanted = numbers.filter(({ phoneNumberId }) => phoneNumberId === (only ?? phoneNumberId));
  if (only !== undefined && wanted.length === 0) {
    const message = `account ${account.wabaId} has no such number`;
    throw problem(422, "invalid_request", `/phone_number_id: ${message}`, {
      errors: [{ path: "/phone_number_id", message }],
    });
  }
  return wanted;
}

/**
 * The numbers, each with the channel whose proof ends. Throws 409 when another organisation
 * has proven one of them.
 */
async function contested(dependencies: SaveDependencies, who: Actor, numbers: readonly ProviderNumber[]) {
  const found: { number: ProviderNumber; yielding: ChannelRow | null }[] = [];
  for (const number of numbers) {
    const contest = await contestNumber(dependencies, who.organizationId, number.phoneNumberId);
    if (contest.isTaken) throw taken(number);
    found.push({ number, yielding: contest.yielding });
  }
  return found;
}
