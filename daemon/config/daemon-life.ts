import { Type } from "../lib/typebox.ts";
import { ROLES } from "./roles.ts";
import type { Setting } from "./setting.ts";

/** Settings of a daemon's roles and its end. */
export const DAEMON_LIFE = {
  role: {
    variable: "WAYPOST_ROLE",
    schema: Type.Array(Type.Union(ROLES.map((role) => Type.Literal(role))), {
      minItems: 1,
      uniqueItems: true,
    }),
    fallback: ROLES,
    meaning:
      "comma-separated [roles](operations.md#roles) of this daemon: api, worker and gateway; `waypostd --role` sets it",
  },
  shutdownSeconds: {
    variable: "WAYPOST_SHUTDOWN_SECONDS",
    schema: Type.Integer({ minimum: 1, maximum: 600 }),
    fallback: 20,
    meaning: "seconds that requests and calls in progress may take when the daemon stops",
  },
  drainSeconds: {
    variable: "WAYPOST_DRAIN_SECONDS",
    schema: Type.Integer({ minimum: 0, maximum: 300 }),
    fallback: 0,
    meaning:
      "seconds after SIGTERM during which new requests are still answered, so that load balancers notice",
  },
} as const satisfies Record<string, Setting>;
