import type { Sql } from "../../db/connection/client.ts";
import { missingRoles } from "../../db/lanes/daemons.ts";
import { ROLES, type Role } from "../config/roles.ts";

/** For so long a result is good: probes may ask as often as they like. */
const FRESH_MS = 1000;

/** Which roles the installation needs and no living daemon has, asked of the database once a second at most. */
export function createRoleWatch(sql: Sql): () => Promise<Role[]> {
  let asked: Promise<Role[]> | null = null;
  let askedAt = 0;
  return () => {
    if (asked === null || performance.now() - askedAt > FRESH_MS) {
      askedAt = performance.now();
      asked = missingRoles(sql, ROLES) as Promise<Role[]>;
      // whoever asks gets the error; the next one asks again
      asked.catch(() => {
        asked = null;
      });
    }
    return asked;
  };
}
