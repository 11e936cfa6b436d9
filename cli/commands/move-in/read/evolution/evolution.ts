import type { SQL } from "bun";
import { openDatabase } from "../../../../../daemon/channels/session-move/stores/database.ts";
import type { Failure } from "../../../../lib/failures/failure.ts";
import { failure } from "../../../../lib/failures/failure.ts";
import { connectTo } from "../../../channels/session/database.ts";
import { filesIn } from "../../../channels/session/folder.ts";
import type { FoundNumber, Installation } from "../found.ts";
import { phoneIn } from "../given.ts";
import { leftOf } from "./left.ts";
import { messagesOf } from "./messages.ts";
import { peopleOf } from "./people.ts";
import { settingsOf, webhooksOf } from "./settings.ts";

/** Evolution's row of a number (`prisma/postgresql-schema.prisma`, 2.3). */
type InstanceRow = {
  id: string;
  name: string;
  ownerJid: string | null;
  integration: string | null;
  number: string | null;
  businessId: string | null;
  token: string | null;
};

/** Evolution API's database, of Postgres or MySQL. `files` is its folder `instances`, which has the keys of sessions. */
export async function openEvolution(database: string, files: string | undefined): Promise<Installation> {
  const sql = await connectTo(database);
  try {
    const rows: InstanceRow[] = await sql`select * from ${sql("Instance")} order by name`;
    const numbers: FoundNumber[] = [];
    for (const row of rows) numbers.push(await numberOf(sql, row, files));
    return { kind: "evolution", numbers, close: () => sql.close() };
  } catch (cause) {
    await sql.close();
    throw notEvolution(cause);
  }
}

function notEvolution(cause: unknown): Failure {
  const why = cause instanceof Error ? cause.message : "it can't be read";
  return failure(`this is no database of Evolution API, version 2: ${why}`, { cause });
}

async function numberOf(sql: SQL, row: InstanceRow, files: string | undefined): Promise<FoundNumber> {
  const { id, name } = row;
  const account = accountOf(row);
  const { settings, missing: withoutSettings } = await settingsOf(sql, id);
  const webhooks = await webhooksOf(sql, id);
  const missing = [
    ...withoutSettings,
    ...(webhooks.length === 0 ? [NO_WEBHOOK] : []),
    ...(await leftOf(sql, id)),
  ];
  const hasSession = account === null && (await count(sql, "Session", "sessionId", id)) > 0;
  return {
    ...{ name, account, settings },
    phone: account === null ? phoneIn(row.ownerJid) : null,
    webhooks,
    counts: {
      people: await count(sql, "Contact", "instanceId", id),
      messages: await count(sql, "Message", "instanceId", id),
    },
    missing: hasSession || account !== null ? missing : [NOT_PAIRED, ...missing],
    session: async () =>
      hasSession ? await (await openDatabase(sql, { filesOf: filesIn(files) })).read(name) : null,
    people: () => peopleOf(sql, id),
    messages: () => messagesOf(sql, id),
  };
}

const NO_WEBHOOK =
  "it has no webhook of its own: that of all instances stands in Evolution's environment; make an endpoint with `waypost endpoints create`";
const NOT_PAIRED = "its login is not in the database: pair it anew with `waypost channels pair`";

/** Of an official number, Meta's ids and token stand in the row itself. */
function accountOf({ integration, number, businessId, token }: InstanceRow): FoundNumber["account"] {
  if (integration !== "WHATSAPP-BUSINESS" || !number || !businessId || !token) return null;
  return { phone_number_id: number, waba_id: businessId, access_token: token };
}

async function count(sql: SQL, table: string, column: string, id: string): Promise<number> {
  const [row] = await sql`select count(*) as found from ${sql(table)} where ${sql(column)} = ${id}`;
  return Number(row.found);
}
