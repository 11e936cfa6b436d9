import type { Command } from "commander";
import { InvalidArgumentError } from "commander";
import { insertKey } from "../../../db/auth/api-keys.ts";
import type { Sql } from "../../../db/connection/client.ts";
import { listOrganizations } from "../../../db/organizations/organizations.ts";
import { audited, COMMAND } from "../../auth/audit.ts";
import { hashKey, newKey, shownOf } from "../../auth/key.ts";
import { ownUrl } from "../../http/own-url.ts";
import { PERMISSIONS } from "../../http/permissions.ts";
import { newId } from "../../lib/ids.ts";
import type { Secrets } from "../../secrets/envelope.ts";
import { prepareToShow } from "../../secrets/show-once.ts";
import { withDatabase } from "../with-database.ts";

type Options = { name: string; permission?: string[]; organization?: string; json?: boolean };
type Made = { id: string; name: string; organization_id: string; permissions: string[]; key: string };

/** `waypostd keys`: for who has the machine, and no key. */
export function keyCommands(program: Command): void {
  program
    .command("keys")
    .description("create API keys on this machine, without a key")
    .command("create")
    .description("create an API key, for example if all others are lost; shows it once")
    .option("--name <name>", "what it is for", "made by waypostd keys create")
    .option("--permission <name...>", "what it may do (default: everything)", permissions)
    .option("--organization <id>", "its organisation, if there are several")
    .option("--json", "print JSON")
    .action((options: Options) =>
      withDatabase(async ({ sql, database, config }) => {
        const show = await prepareToShow(process.stdout, config.home, options.json);
        const made = await createKey(sql, database.secrets, { ...options, cell: config.cell });
        await show(made.id, options.json ? `${JSON.stringify(made)}\n` : describe(made, ownUrl(config)));
      }),
    );
}

async function createKey(
  sql: Sql,
  secrets: Pick<Secrets, "derive">,
  options: Options & { cell: string | undefined },
): Promise<Made> {
  const organization_id = await chooseOrganization(sql, options.organization);
  const { name, permission: permissions = ["*"] } = options;
  const key = newKey(options.cell);
  const row = {
    ...{ organization_id, id: newId("key"), name, permissions, channel_ids: null, created_by: null },
    ...shownOf(key),
    expires_at: null,
    hash: hashKey(key, secrets.derive("api keys")),
  };
  const created = {
    action: "key.created",
    target: { type: "key", id: row.id },
    changes: { name, permissions },
  };
  await audited(sql, { ...COMMAND, organizationId: organization_id }, created, (transaction) =>
    insertKey(transaction, row),
  );
  return { id: row.id, name, organization_id, permissions, key };
}

/** The one that is named, or the only one there is; throws otherwise. */
async function chooseOrganization(sql: Sql, wanted: string | undefined): Promise<string> {
  const ids = (await listOrganizations(sql)).map(({ organization_id }) => organization_id);
  const [only, ...others] = ids;
  if (only === undefined) throw new Error("there is no organisation yet; create one: waypostd init");
  if (wanted === undefined && others.length > 0)
    throw new Error(`there are ${ids.join(", ")}; choose one with --organization`);
  if (wanted === undefined) return only;
  if (!ids.includes(wanted)) throw new Error(`there is no organisation ${wanted}; see: waypostd orgs list`);
  return wanted;
}

function permissions(name: string, before: string[] | undefined): string[] {
  const known: string[] = [...PERMISSIONS, "*"];
  if (known.includes(name)) return [...new Set([...(before ?? []), name])];
  throw new InvalidArgumentError(`There are: ${PERMISSIONS.join(", ")}; '*' allows everything.`);
}

function describe({ name, permissions, key }: Made, url: string): string {
  return [
    `API key      ${key}`,
    `Name         ${name}`,
    `Permissions  ${permissions.join(", ")}`,
    "",
    `It is shown only this once. To use it in the terminal client: waypost login --key --url ${url}`,
    "",
  ].join("\n");
}
