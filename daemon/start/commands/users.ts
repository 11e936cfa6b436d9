import { type Command, InvalidArgumentError } from "commander";
import { endLoginSessions } from "../../../db/auth/login-sessions.ts";
import { endUserTokens, insertUserToken } from "../../../db/auth/user-tokens.ts";
import {
  countOtherOwners,
  deleteUser,
  findUsersByEmail,
  listAllUsers,
  type UserRow,
  updateUser,
} from "../../../db/auth/users.ts";
import type { Queryable, Sql } from "../../../db/connection/client.ts";
import { databaseTime } from "../../../db/connection/database-time.ts";
import { releaseConversations } from "../../../db/conversations/assignees.ts";
import { audit, COMMAND } from "../../auth/audit.ts";
import { resetFactors } from "../../auth/factors/reset-route.ts";
import { endAccess, summaryOf } from "../../auth/given-access.ts";
import { hashToken, newToken } from "../../auth/tokens.ts";
import { harmless } from "../../lib/harmless.ts";
import { newId } from "../../lib/ids.ts";
import { table } from "../../lib/table.ts";
import type { Secrets } from "../../secrets/envelope.ts";
import { prepareToShow } from "../../secrets/show-once.ts";
import { withDatabase } from "../with-database.ts";

const DEFAULT_HOURS = 1;
const MOST_HOURS = 7 * 24;

export type ResetToken = { user_id: string; email: string; token: string; expires_at: string };

/** `waypostd users`: for who has the machine, and no login. */
export function userCommands(program: Command): void {
  const users = program.command("users").description("manage the users of every organisation");
  users
    .command("list")
    .description("list the users of every organisation")
    .option("--json", "print JSON")
    .action(({ json }: { json?: boolean }) =>
      withDatabase(async ({ sql }) => printUsers(sql, json === true)),
    );
  users
    .command("reset")
    .description("show a one-time token that lets a user set a new password; sends no mail")
    .argument("<email>", "the user's email address")
    .option("--hours <number>", `how long it is valid, at most ${MOST_HOURS}`, hours, DEFAULT_HOURS)
    .option("--organization <id>", "the organisation, if the address is a user of several")
    .option("--json", "print JSON")
    .action((email: string, options: { hours: number; organization?: string; json?: boolean }) =>
      withDatabase(async ({ sql, database, config }) => {
        const show = await prepareToShow(process.stdout, config.home, options.json);
        const reset = await issueReset(sql, database.secrets, email, options.hours, options.organization);
        await show(`reset-${reset.user_id}`, options.json ? `${JSON.stringify(reset)}\n` : describe(reset));
      }),
    );
  users
    .command("reset-factors")
    .description("remove the second factors of a user who has lost them; the password stays, and logins end")
    .argument("<email>", "the user's email address")
    .option("--organization <id>", "the organisation, if the address is a user of several")
    .action((email: string, { organization = null }: { organization?: string | null }) =>
      withDatabase(async ({ sql }) => {
        const { organization_id: organizationId, id } = await mustFindOne(sql, email, organization);
        await sql.begin((transaction) => resetFactors(transaction, { ...COMMAND, organizationId }, id));
      }),
    );
  for (const how of ["remove", "disable"] as const)
    users
      .command(how)
      .description(
        `${how} a user; also ends the API keys, open invitations, approved terminals and endpoints that they created`,
      )
      .argument("<email>", "the user's email address")
      .option("--organization <id>", "the organisation, if the address is a user of several")
      .option(
        "--keep-keys",
        "keep the API keys, open invitations, approved terminals and endpoints that the user created",
      )
      .action((email: string, options: { organization?: string; keepKeys?: boolean }) =>
        withDatabase(({ sql }) =>
          endUser(sql, email, {
            how,
            organizationId: options.organization,
            keepsKeys: options.keepKeys === true,
          }),
        ),
      );
}

/** The action on a user, and on what they created. */
export type Leaving = { how: "remove" | "disable"; organizationId?: string | undefined; keepsKeys: boolean };

/**
 * Removes or disables a user, who is logged out; the keys and invitations they
 * made end, too, unless they are kept. Throws for an organisation's last owner.
 */
async function endUser(sql: Sql, email: string, { how, organizationId, keepsKeys }: Leaving): Promise<void> {
  const user = await mustFindOne(sql, email, organizationId ?? null);
  const { organization_id, id, role } = user;
  const who = { ...COMMAND, organizationId: organization_id };
  await sql.begin(async (transaction) => {
    if (role === "owner" && (await countOtherOwners(transaction, organization_id, id)) === 0)
      throw new Error(`${email} is the only owner of ${organization_id}; make somebody else an owner first`);
    if (how === "remove") await deleteUser(transaction, organization_id, id);
    else await disableUser(transaction, organization_id, id);
    await releaseConversations(transaction, organization_id, id);
    const holder = { id, permissions: [], why: { user_left: id } };
    const ended = keepsKeys ? "kept" : await endAccess(transaction, who, holder);
    await audit(transaction, who, {
      action: how === "remove" ? "user.deleted" : "user.updated",
      target: { type: "user", id },
      changes: { ...(how === "remove" ? {} : { disabled: true }), ...summaryOf(ended) },
    });
  });
}

async function disableUser(sql: Queryable, organizationId: string, id: string): Promise<void> {
  await updateUser(sql, organizationId, id, { disabled_at: new Date() });
  await endLoginSessions(sql, organizationId, id);
}

/**
 * Makes a token with which a user sets a new password, once; one that was made
 * before ends. Throws when nobody has the address, or users of several organisations have.
 */
async function issueReset(
  sql: Sql,
  secrets: Pick<Secrets, "derive">,
  email: string,
  forHours: number,
  organizationId: string | null = null,
): Promise<ResetToken> {
  const user = await mustFindOne(sql, email, organizationId);
  const { organization_id, id } = user;
  const token = newToken("reset");
  const now = await databaseTime(sql);
  const expires_at = new Date(now.getTime() + forHours * 3600_000);
  await sql.begin(async (transaction) => {
    await endUserTokens(transaction, organization_id, id, "reset");
    await insertUserToken(transaction, {
      ...{ organization_id, id: newId("rst"), kind: "reset", user_id: id, email: user.email },
      ...{ role: null, created_by: null, expires_at },
      token_hash: hashToken(token, secrets.derive("tokens")),
    });
    await audit(
      transaction,
      { ...COMMAND, organizationId: organization_id },
      { action: "user.reset_issued", target: { type: "user", id }, changes: { expires_at } },
    );
  });
  return { user_id: id, email: user.email, token, expires_at: expires_at.toISOString() };
}

/** The user with an address; throws unless there is one, and one only. */
async function mustFindOne(sql: Sql, email: string, organizationId: string | null): Promise<UserRow> {
  const [user, ...others] = await findUsersByEmail(sql, email, organizationId);
  if (user === undefined) throw new Error(`no user has the address ${email}; see: waypostd users list`);
  if (others.length === 0) return user;
  const ids = [user, ...others].map(({ organization_id }) => organization_id).join(", ");
  throw new Error(`${email} is a user of ${ids}; choose one with --organization`);
}

async function printUsers(sql: Sql, json: boolean): Promise<void> {
  const rows = (await listAllUsers(sql)).map(
    ({ organization_id, organization, id, email, name, role, disabled_at }) => ({
      ...{ organization_id, organization, id, email, name, role },
      disabled: disabled_at !== null,
    }),
  );
  if (json) process.stdout.write(`${harmless(JSON.stringify({ data: rows }))}\n`);
  else {
    const lines = rows.map((row) => [
      ...[row.organization_id, row.organization, row.email, row.name, row.role],
      row.disabled ? "disabled" : "",
    ]);
    process.stdout.write(table(["organisation", "name", "email", "user", "role", ""], lines));
  }
}

function describe({ email, token, expires_at }: ResetToken): string {
  return [
    `User   ${email}`,
    `Token  ${token}`,
    `Until  ${expires_at}`,
    "",
    "It is shown only this once, and works once: waypost password reset",
    "",
  ].join("\n");
}

function hours(text: string): number {
  const value = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= MOST_HOURS) return value;
  throw new InvalidArgumentError(`It is a whole number of hours from 1 to ${MOST_HOURS}.`);
}
