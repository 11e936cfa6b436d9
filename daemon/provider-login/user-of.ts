import type { LoginProviderRow } from "../../db/auth/login-providers.ts";
import { endLoginSessions } from "../../db/auth/login-sessions.ts";
import { bindIdentity, findIdentity, type Identity } from "../../db/auth/provider-logins.ts";
import {
  countOtherOwners,
  findUser,
  findUsersByEmail,
  insertUser,
  setPassword,
  type UserRow,
  updateUser,
} from "../../db/auth/users.ts";
import type { Transaction } from "../../db/connection/client.ts";
import { releaseConversations } from "../../db/conversations/assignees.ts";
import { audit } from "../auth/audit.ts";
import { resetFactors } from "../auth/factors/reset-route.ts";
import { endAccess, summaryOf } from "../auth/given-access.ts";
import { asActor, type Origin } from "../auth/login.ts";
import { permissionsOf, type Role } from "../auth/roles.ts";
import { grants } from "../http/permissions.ts";
import { Problem } from "../http/problem.ts";
import { beginningOf } from "../lib/characters.ts";
import { refuseBeyondLimit } from "../limits/organization.ts";
import type { Claims } from "./claims.ts";
import { Refusal } from "./refusal.ts";
import { roleOf } from "./role-of.ts";

/** What a provider said of somebody, and where they come from. `noPassword` is a hash that no password has. */
export type Sent = { provider: LoginProviderRow; claims: Claims; origin: Origin; noPassword: string };

/**
 * Finds or makes the user for a login by a provider, and gives them the role of their groups. Users are known by what the
 * provider calls them (`sub`), not by their address, which it may give to somebody else later. Only a first login looks
 * for a user with the address: its domain has to be one of the provider's, and the user may not be bound to anybody else
 * there. Returns a `Refusal` for those who may not log in; what was written before it has to be committed.
 */
export async function userOf(transaction: Transaction, sent: Sent): Promise<UserRow | Refusal> {
  const { provider, claims } = sent;
  const email = addressIn(provider, claims);
  if (email instanceof Refusal) return email;
  const role = roleOf(provider, claims);
  const user = (await knownUser(transaction, sent, email)) ?? (await newUser(transaction, sent, email, role));
  if (user instanceof Refusal) return user;
  if (user.disabled_at !== null) return new Refusal("disabled");
  return await withRole(transaction, sent, user, role);
}

function addressIn({ domains }: LoginProviderRow, { email, email_verified }: Claims): string | Refusal {
  if (typeof email !== "string" || email_verified !== true) return new Refusal("unverified");
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  const isPlain = /^[^@\s]+@[^@\s]+$/.test(email) && email.length <= 254;
  return isPlain && domains.includes(domain) ? email : new Refusal("other_domain");
}

function identityOf({ provider, claims }: Sent): Identity {
  return { organization_id: provider.organization_id, issuer: provider.issuer, subject: claims.sub };
}

async function knownUser(transaction: Transaction, sent: Sent, email: string) {
  const { organization_id } = sent.provider;
  const id = await findIdentity(transaction, identityOf(sent));
  if (id !== null) return await findUser(transaction, organization_id, id);
  const [same] = await findUsersByEmail(transaction, email, organization_id);
  if (same === undefined) return null;
  if (!(await bindIdentity(transaction, identityOf(sent), same.id))) return new Refusal("taken");
  await audit(transaction, asActor(same, sent.origin), {
    action: "user.bound",
    target: { type: "user", id: same.id },
    changes: { issuer: sent.provider.issuer },
  });
  return same;
}

async function newUser(transaction: Transaction, sent: Sent, email: string, role: Role | null) {
  if (role === null) return new Refusal("no_role");
  const { organization_id, issuer } = sent.provider;
  const isFull = await refuseBeyondLimit(transaction, organization_id, "users").then(
    () => false,
    (cause: unknown) => {
      if (cause instanceof Problem) return true;
      throw cause;
    },
  );
  if (isFull) return new Refusal("full");
  const user = await insertUser(transaction, {
    ...{ organization_id, id: Bun.randomUUIDv7(), email, role },
    name: nameIn(sent.claims, email),
    password_hash: sent.noPassword,
  });
  if (user === null) return new Refusal("taken");
  await bindIdentity(transaction, identityOf(sent), user.id);
  await audit(transaction, asActor(user, sent.origin), {
    action: "user.created",
    target: { type: "user", id: user.id },
    changes: { email, role, issuer },
  });
  return user;
}

function nameIn({ name }: Claims, email: string): string {
  const told = typeof name === "string" ? name.replace(/\p{Cc}/gu, " ").trim() : "";
  return told === "" ? email : beginningOf(told, 128);
}

/**
 * Ends the password, the second factors and the other logins of a user whose role rises. Who took an invitation for
 * somebody else's address, such as the admin who made it, would get that role otherwise.
 */
async function endOtherWaysIn(transaction: Transaction, { origin, noPassword }: Sent, user: UserRow) {
  await setPassword(transaction, user.organization_id, user.id, noPassword);
  await resetFactors(transaction, asActor(user, origin), user.id);
}

/** Gives a user the role of their groups, with what follows for what they created. The last owner stays one. */
async function withRole(
  transaction: Transaction,
  sent: Sent,
  user: UserRow,
  told: Role | null,
): Promise<UserRow | Refusal> {
  const { provider, origin } = sent;
  const { organization_id, id } = user;
  // roles are given here, once somebody is a user
  if (provider.groups_claim === null || told === user.role) return user;
  const isLast = user.role === "owner" && (await countOtherOwners(transaction, organization_id, id)) === 0;
  if (isLast) return user;
  if (told === null) {
    await endLoginSessions(transaction, organization_id, id);
    return new Refusal("no_role");
  }
  const who = asActor(user, origin);
  const permissions = permissionsOf(told);
  const ended = await endAccess(transaction, who, { id, permissions, why: { role_changed: id } });
  if (!grants(permissions, "messages:send")) await releaseConversations(transaction, organization_id, id);
  const isMore = permissions.some((one) => !grants(permissionsOf(user.role), one));
  if (isMore) await endOtherWaysIn(transaction, sent, user);
  await audit(transaction, who, {
    action: "user.updated",
    target: { type: "user", id },
    changes: {
      ...{ role: told, issuer: provider.issuer, ...summaryOf(ended) },
      ...(isMore && { password: "removed" }),
    },
  });
  return (await updateUser(transaction, organization_id, id, { role: told })) ?? user;
}
