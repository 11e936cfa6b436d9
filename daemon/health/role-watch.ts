import type { Sql } from "../../db/connection/client.ts";
import { missingRoles } from "../../db/lanes/daemons.ts";
import { ROLES, type Role } from "../config/roles.ts";

/** For so long a result is good: probes may ask as often as they like. */
const FRESH_MS = 1000;

/** Which roles the installation needs and no living daemon has, read from the database once a second at most. */
export function createRoleWatch(sql: Sql): () => Promise<Role[]> {
  let reading: Promise<Role[]> | null = null;
  let askedAt = 0;
  return () => {
    if (reading === null || performance.now() - askedAt > FRESH_MS) {
      askedAt = performance.now();
      reading = missingRoles(sql, ROLES) as Promise<Role[]>;
      // this caller gets the error; the next one reads again
      reading.catch(() => {
        reading = null;
      });
    }
    return reading;
  };
}
