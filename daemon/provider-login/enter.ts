import { lockAccess } from "../../db/auth/access.ts";
import {
  findLoginProvider,
  type LoginProviderRow,
  proveLoginProvider,
} from "../../db/auth/login-providers.ts";
import { deleteLoginSession } from "../../db/auth/login-sessions.ts";
import { insertProviderLogin } from "../../db/auth/provider-logins.ts";
import type { Transaction } from "../../db/connection/client.ts";
import { audit } from "../auth/audit.ts";
import type { Authenticator } from "../auth/authenticate.ts";
import { asActor, type LoginDependencies, type Opened, type Origin, openLogin } from "../auth/login.ts";
import { hashToken } from "../auth/tokens.ts";
import type { Connections } from "../login-provider/connection.ts";
import { Unreachable } from "../login-provider/fetch.ts";
import type { Secrets } from "../secrets/envelope.ts";
import { type Claims, readClaims, Untrusted } from "./claims.ts";
import { Refusal } from "./refusal.ts";
import { type Begun, openBegun, takeAnswer } from "./state.ts";
import { type Sent, userOf } from "./user-of.ts";

export type EnterDependencies = LoginDependencies & {
  secrets: Secrets;
  connections: Connections;
  authenticator: Pick<Authenticator, "forget">;
};

/** A login that a provider opened, and where it leads on the page. */
export type Entered = { opened: Opened; to: string };

/**
 * Logs somebody in after the provider has sent their browser back to `url`. It works once, and only in the browser in which
 * the login began, which has its `cookie`. Throws `Refusal`.
 */
export async function enter(
  dependencies: EnterDependencies,
  url: URL,
  cookie: string | null,
  origin: Origin,
): Promise<Entered> {
  const { sql, secrets, tokenPepper } = dependencies;
  const begun = openBegun(secrets, cookie, url.searchParams.get("state"));
  if (begun === null || !(await takeAnswer(sql, begun, tokenPepper))) throw new Refusal("begun_elsewhere");
  const provider = await findLoginProvider(sql, begun.organization);
  if (provider === null) throw new Refusal("absent");
  const claims = await claimsOf(dependencies, provider, url, begun);
  const noPassword = await hashOfNobody(dependencies);
  const sent = { provider, claims, origin, noPassword };
  // what a refusal did, such as ending logins, stays
  const opened = await sql.begin((transaction) => open(dependencies, transaction, sent));
  dependencies.authenticator.forget();
  if (opened instanceof Refusal) throw opened;
  return { opened, to: begun.to };
}

async function claimsOf(
  { connections }: EnterDependencies,
  provider: LoginProviderRow,
  url: URL,
  begun: Begun,
): Promise<Claims> {
  if (url.searchParams.has("error")) throw new Refusal("denied");
  const { groups_claim } = provider;
  const wanted = ["email", "email_verified", "name", ...(groups_claim === null ? [] : [groups_claim])];
  try {
    return await readClaims(await connections.clientOf(provider), url, begun, wanted);
  } catch (cause) {
    if (cause instanceof Unreachable) throw new Refusal("unreachable", cause.message, { cause });
    if (cause instanceof Untrusted) throw new Refusal("untrusted", cause.message, { cause });
    throw cause;
  }
}

async function open(
  { tokenPepper }: EnterDependencies,
  transaction: Transaction,
  sent: Sent,
): Promise<Opened | Refusal> {
  const { provider, claims, origin } = sent;
  const { organization_id, issuer } = provider;
  // two first logins of one person at once make one user
  await lockAccess(transaction, organization_id);
  const user = await userOf(transaction, sent);
  if (user instanceof Refusal) return user;
  if (user.role === "owner") await proveLoginProvider(transaction, provider);
  // the browser's login before: its cookie is replaced
  if (origin.session !== null) await deleteLoginSession(transaction, hashToken(origin.session, tokenPepper));
  await audit(transaction, asActor(user, origin), {
    action: "login.created",
    target: { type: "user", id: user.id },
    changes: { issuer },
  });
  const login = await openLogin(transaction, tokenPepper, user, origin);
  const token_hash = hashToken(login.token, tokenPepper);
  const identity = { organization_id, issuer, subject: claims.sub };
  await insertProviderLogin(transaction, identity, { token_hash, session: claims.sid });
  return { user, ...login };
}

let ofNobody: Promise<string> | undefined;

/** For users without a password: a hash, as all have, of what nobody knows. */
function hashOfNobody({ passwords }: Pick<LoginDependencies, "passwords">): Promise<string> {
  ofNobody ??= passwords.hash(crypto.randomUUID()).catch((cause: unknown) => {
    ofNobody = undefined;
    throw cause;
  });
  return ofNobody;
}
