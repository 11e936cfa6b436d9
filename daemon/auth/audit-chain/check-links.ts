import { readLinks } from "../../../db/auth/audit-links.ts";
import type { Queryable } from "../../../db/connection/client.ts";
import { type Checked, type CheckOptions, createCheck } from "../../audit-chain/check.ts";

const LINKS_AT_ONCE = 1000;

/** Checks the links of an organisation in the database, from behind `follows` on, against what the options say. */
export async function checkLinks(sql: Queryable, options: CheckOptions): Promise<Checked> {
  const check = createCheck(options);
  let after = options.follows?.position ?? 0;
  while (true) {
    const links = await readLinks(sql, options.organizationId, { after, most: LINKS_AT_ONCE });
    for (const { entry, ...link } of links) check.take(link, entry);
    const last = links.at(-1);
    if (last === undefined || links.length < LINKS_AT_ONCE) return check.end();
    after = last.position;
  }
}
