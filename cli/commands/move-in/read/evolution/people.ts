import type { SQL } from "bun";
import type { FoundPerson } from "../found.ts";
import { PAGE_ROWS, personOf } from "../given.ts";

type ContactRow = { id: string; remoteJid: string; pushName: string | null; jidOptions: string | null };

/** Whom a number knows, by name, number and LID; groups are left out. */
export async function* peopleOf(sql: SQL, instanceId: string): AsyncGenerator<FoundPerson[]> {
  for (let after = ""; ; ) {
    const rows: ContactRow[] = await sql`
      select contact.id, contact.${sql("remoteJid")}, contact.${sql("pushName")}, known.${sql("jidOptions")}
      from ${sql("Contact")} as contact
      left join ${sql("IsOnWhatsapp")} as known on known.${sql("remoteJid")} = contact.${sql("remoteJid")}
      where contact.${sql("instanceId")} = ${instanceId} and contact.id > ${after}
      order by contact.id limit ${PAGE_ROWS}`;
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.flatMap(({ remoteJid, pushName, jidOptions }) => {
      const addresses = [remoteJid, ...(jidOptions ?? "").slice(0, 1000).split(",")];
      return personOf(addresses, nameOf(remoteJid, pushName)) ?? [];
    });
    after = last.id;
  }
}

/** Evolution writes the number where it has no name. */
function nameOf(remoteJid: string, pushName: string | null): string | null {
  const isNumber = pushName === null || remoteJid.startsWith(pushName.replace(/^\+/, ""));
  return isNumber || pushName.trim() === "" ? null : pushName;
}
