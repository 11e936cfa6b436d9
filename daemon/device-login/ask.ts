import { countDeviceLogins, forgetOldestOfMost, insertDeviceLogin } from "../../db/auth/device-logins.ts";
import type { Sql } from "../../db/connection/client.ts";
import { databaseTime } from "../../db/connection/database-time.ts";
import { isPermission } from "../http/permissions.ts";
import { problem } from "../http/problem.ts";
import { networkOf } from "../http/sender.ts";
import { oneLine } from "../lib/harmless.ts";
import { hashCode, LIFE_SECONDS, newDeviceCode, newUserCode } from "./codes.ts";
import { refused } from "./refusals.ts";

/** How many questions may wait at a time: of one network, and of all. */
const MOST_OF_NETWORK = 10;
const MOST = 1_000;
/** Characters of what a program says of itself. */
const LONGEST = 64;

export type Question = { host: string; program: string; address: string | null; scope: string | undefined };

/** Both codes of a new question; only their hashes are stored. Throws 429 when too many wait for an answer. */
export async function ask(
  sql: Sql,
  pepper: Uint8Array,
  { host, program, address, scope }: Question,
): Promise<{ deviceCode: string; userCode: string }> {
  const permissions = permissionsIn(scope);
  const network = address === null ? null : networkOf(address);
  const waiting = await countDeviceLogins(sql, network);
  if (waiting.own >= MOST_OF_NETWORK) throw tooMany();
  if (waiting.all >= MOST && !(await forgetOldestOfMost(sql, waiting.own + 1))) throw tooMany();
  const deviceCode = newDeviceCode();
  const userCode = newUserCode();
  const now = await databaseTime(sql);
  await insertDeviceLogin(sql, {
    ...{ host: oneLine(host, LONGEST, "unknown"), program: oneLine(program, LONGEST, "unknown") },
    ...{ address, network, permissions },
    device_code_hash: hashCode(deviceCode, pepper),
    user_code_hash: hashCode(userCode, pepper),
    expires_at: new Date(now.getTime() + LIFE_SECONDS * 1_000),
  });
  return { deviceCode, userCode };
}

function permissionsIn(scope: string | undefined): string[] | null {
  const named = [...new Set(scope?.split(" ").filter((name) => name !== ""))];
  if (!named.every(isPermission)) throw refused("invalid_scope");
  return named.length === 0 ? null : named;
}

function tooMany() {
  const detail = "too many logins wait for an approval; try again in a minute";
  return problem(429, "too_many_logins", detail, { headers: { "retry-after": "60" } });
}
