import { type Command, InvalidArgumentError } from "commander";
import { setPasswordLogin } from "../../../db/auth/login-providers.ts";
import {
  listOrganizations,
  type OrganizationLimits,
  type OrganizationRow,
  updateOrganization,
} from "../../../db/organizations/organizations.ts";
import { audit, COMMAND } from "../../auth/audit.ts";
import { harmless } from "../../lib/harmless.ts";
import { table } from "../../lib/table.ts";
import { addOrganization, describeSecrets } from "../../organizations/create.ts";
import { prepareToShow } from "../../secrets/show-once.ts";
import { withDatabase } from "../with-database.ts";

/** The options of `orgs set` by the columns they are. */
const COLUMNS = {
  retentionDays: "retention_days",
  requestsPerSecond: "requests_per_second",
  mostChannels: "most_channels",
  mostUsers: "most_users",
  mostMediaGb: "most_media_gb",
} as const satisfies Record<string, keyof OrganizationLimits>;

type Option = keyof typeof COLUMNS;
type SetOptions = { name?: string; operator?: boolean; passwordLogin?: boolean; json?: boolean } & {
  [Name in Option]?: number | "default";
};

/** `waypostd orgs`: the organisations of this daemon. */
export function organizationCommands(program: Command): void {
  const orgs = program.command("orgs").description("manage the organisations of this installation");
  orgs
    .command("create")
    .description("create an organisation with its owner and a key; shows the secrets once")
    .argument("<name>", "name of the organisation")
    .requiredOption("--email <address>", "email address of its owner")
    .option("--json", "print JSON")
    .action((name: string, { email, json }: { email: string; json?: boolean }) =>
      withDatabase(async ({ sql, database, config }) => {
        const show = await prepareToShow(process.stdout, config.home, json);
        const made = await addOrganization(sql, database.secrets, { name, email, cell: config.cell });
        await show(made.organization_id, json ? `${JSON.stringify(made)}\n` : describeSecrets(made));
      }),
    );
  orgs
    .command("list")
    .description("list the organisations and their limits")
    .option("--json", "print JSON")
    .action(({ json }: { json?: boolean }) =>
      withDatabase(async ({ sql }) => print(await listOrganizations(sql), json === true)),
    );
  orgs
    .command("set")
    .description("change an organisation; `default` removes its own limit")
    .argument("<id>", "the organisation's id")
    .option("--name <name>", "another name")
    .option("--operator", "its keys can read metrics and diagnostics of the whole installation")
    .option("--no-operator", "take that away again")
    .option(
      "--retention-days <days>",
      "the most days that it may keep messages, files and events, below those of the installation",
      number(1, 3650),
    )
    .option("--requests-per-second <number>", "for all its keys and users together", number(1, 100_000))
    .option("--most-channels <number>", "the most channels it may have", number(0, 100_000))
    .option("--most-users <number>", "the most users it may have", number(1, 100_000))
    .option(
      "--most-media-gb <gigabytes>",
      "the most that files of its messages may take; 0 means no limit",
      number(0, 100_000),
    )
    .option("--password-login", "let people log in with a password again, when the login provider fails them")
    .option("--json", "print JSON")
    .action((id: string, { json, ...options }: SetOptions) => set(id, options, json === true));
}

async function set(
  id: string,
  { name, operator, passwordLogin, ...limits }: SetOptions,
  json: boolean,
): Promise<void> {
  const given = Object.entries(limits) as [Option, number | "default"][];
  const changes = {
    ...(name === undefined ? {} : { name }),
    ...(operator === undefined ? {} : { is_operator: operator }),
    ...Object.fromEntries(
      given.map(([option, value]) => [COLUMNS[option], value === "default" ? null : value]),
    ),
  };
  if (passwordLogin === true) await allowPasswords(id);
  if (passwordLogin === true && Object.keys(changes).length === 0) return;
  if (Object.keys(changes).length === 0) throw new Error("say what to change; see: waypostd orgs set --help");
  await withDatabase(async ({ sql }) => {
    const changed = await sql.begin(async (transaction) => {
      const row = await updateOrganization(transaction, id, changes);
      if (row === null) throw new Error(`there is no organisation ${id}; see: waypostd orgs list`);
      await audit(
        transaction,
        { ...COMMAND, organizationId: id },
        { action: "organization.updated", target: { type: "organization", id }, changes },
      );
      return row;
    });
    print([changed], json);
  });
}

/** The way back in when nobody gets through the login provider. */
async function allowPasswords(id: string): Promise<void> {
  await withDatabase(async ({ sql }) => {
    await sql.begin(async (transaction) => {
      if (!(await setPasswordLogin(transaction, id, true)))
        throw new Error(`${id} has no login provider; passwords work there`);
      const target = { type: "settings", id: "login_provider" };
      const changes = { password_login: true };
      await audit(
        transaction,
        { ...COMMAND, organizationId: id },
        { action: "settings.updated", target, changes },
      );
    });
    process.stdout.write(
      `People of ${id} may log in with a password. Set one: waypostd users reset <email>\n`,
    );
  });
}

function number(least: number, most: number) {
  return (text: string): number | "default" => {
    if (text === "default") return text;
    const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It is a whole number from ${least} to ${most}, or default.`);
  };
}

function print(rows: readonly OrganizationRow[], json: boolean): void {
  if (json) process.stdout.write(`${harmless(JSON.stringify({ data: rows }))}\n`);
  else {
    const limits = Object.values(COLUMNS);
    const lines = rows.map((row) => [
      row.organization_id,
      row.name,
      row.is_operator ? "yes" : "",
      ...limits.map((limit) => (row[limit] === null ? "default" : String(row[limit]))),
    ]);
    process.stdout.write(table(["id", "name", "operator", ...limits], lines));
  }
}
