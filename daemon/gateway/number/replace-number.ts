import type { Sql } from "../../../db/connection/client.ts";
import {
  changeChannelNumber,
  endBeforeNumberChange,
  findReplacement,
  type NumberOfAccount,
} from "../../../db/whatsapp-web/number.ts";
import type { HeldSession } from "../../../db/whatsapp-web/sessions.ts";
import { audit, COMMAND } from "../../auth/audit.ts";

/** Messages that are ended in one transaction: each is written, with an event. */
const AT_ONCE = 500;

/**
 * Makes another account that of a held session's channel, once what waits for the one before has ended as was asked.
 * Nothing may be connected meanwhile. Writes the audit log in the name of who asked. Fails with SQLSTATE P0W01 when the
 * session is not held.
 */
export async function replaceNumber(sql: Sql, held: HeldSession, account: NumberOfAccount): Promise<void> {
  while (!(await replacedBy(sql, held, account)));
}

/** One step of it; false while more may wait. */
async function replacedBy(sql: Sql, held: HeldSession, account: NumberOfAccount): Promise<boolean> {
  return await sql.begin(async (transaction) => {
    const { waiting, by } = (await findReplacement(transaction, held)) ?? { waiting: "cancel", by: COMMAND };
    if ((await endBeforeNumberChange(transaction, held, waiting, AT_ONCE)) >= AT_ONCE) return false;
    const from = await changeChannelNumber(transaction, held, account, waiting);
    await audit(
      transaction,
      { organizationId: held.organizationId, ...by },
      {
        action: "channel.number_changed",
        target: { type: "channel", id: held.channelId },
        changes: { from, to: account.phone ?? account.lid, waiting },
      },
    );
    return true;
  });
}
