import { Type } from "../lib/typebox.ts";
import type { Setting } from "./setting.ts";

const address = Type.String({ pattern: "^postgres(ql)?://" });

/** Where the database is. */
export const DATABASE_ADDRESSES = {
  databaseUrl: {
    variable: "DATABASE_URL",
    schema: address,
    secret: true,
    meaning: "address of Postgres (15 or later), or of several; unset: an embedded one in `WAYPOST_HOME`",
  },
  databaseDirectUrl: {
    variable: "DATABASE_DIRECT_URL",
    schema: address,
    secret: true,
    meaning: "address of Postgres itself, where `DATABASE_URL` is that of PgBouncer in transaction mode",
  },
  databaseReadUrl: {
    variable: "DATABASE_READ_URL",
    schema: address,
    secret: true,
    meaning:
      "address of a [replica](high-availability.md#read-from-a-replica) for lists, exports and overviews; unset: they read the primary",
  },
} as const satisfies Record<string, Setting>;
