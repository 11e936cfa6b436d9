import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import { listChains } from "../../../db/auth/audit-chain.ts";
import { type AuditHead, isSigned, readHead } from "../../audit-chain/head.ts";
import { publicKeyOf } from "../../auth/audit-chain/signed-head.ts";
import { type VerifiedLog, verifyLog } from "../../auth/audit-chain/verify-log.ts";
import type { Secrets } from "../../secrets/envelope.ts";
import { withDatabase } from "../with-database.ts";

type Options = { organization?: string; head?: string; json?: boolean };

/** `waypostd audit`: whether somebody changed the audit log in the database. */
export function auditCommands(program: Command): void {
  program
    .command("audit")
    .description("verify the audit logs of this installation")
    .command("verify")
    .description("check that no entry was changed, removed, inserted or reordered; exits with 1 if one was")
    .option("--organization <id>", "only this organisation's")
    .option("--head <file>", "a head that was noted before: what GET /v1/audit/head showed")
    .option("--json", "print JSON")
    .action((options: Options) =>
      withDatabase(async ({ sql, database: { secrets } }) => {
        const noted = options.head === undefined ? null : await readNoted(options.head, secrets);
        const only = options.organization ?? noted?.organization_id;
        const known = await listChains(sql);
        if (only !== undefined && !known.includes(only)) throw new Error(`${only} has no audit log here`);
        const found: VerifiedLog[] = [];
        for (const id of only === undefined ? known : [only])
          found.push(await verifyLog({ sql, secrets }, id, noted?.organization_id === id ? noted : null));
        process.stdout.write(
          options.json ? `${JSON.stringify({ data: found })}\n` : found.map(described).join(""),
        );
        if (found.some(({ wrong }) => wrong !== null)) process.exitCode = 1;
      }),
    );
}

/** The head of a file. Throws when there is none in it, or not one that this installation signed. */
async function readNoted(path: string, secrets: Pick<Secrets, "derive">): Promise<AuditHead> {
  const text = await readFile(path, "utf8");
  const head = readHead(parsed(text));
  if (head === null)
    throw new Error(`${path} holds no head; keep what "waypost audit head --json" prints, as it is`);
  if (!isSigned(head)) throw new Error(`the head in ${path} is forged: its signature is wrong`);
  if (head.public_key !== publicKeyOf(secrets))
    throw new Error(`the head in ${path} was signed by another installation, or is forged`);
  return head;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function described({ organization_id, entries, first, last, hash, since, wrong }: VerifiedLog): string {
  const whole =
    since === null
      ? "empty"
      : `whole since ${since}: ${entries} entries, links ${first} to ${last}, head ${hash}`;
  return `${organization_id}  ${wrong === null ? whole : `NOT WHOLE at link ${wrong.position}: ${wrong.problem}`}\n`;
}
