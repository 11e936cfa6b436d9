import type { Health } from "../../lib/api/types/api.ts";
import type { Input } from "../../lib/command/command.ts";
import { failure } from "../../lib/failures/failure.ts";
import type { Column } from "../../lib/output/table.ts";
import { withoutKey } from "../../lib/settings/settings.ts";
import type { healthShape } from "./definitions.ts";

/** Prints the daemon's health; a daemon that is up but not well ends with exit 1. */
export async function run({ cli }: Input<typeof healthShape>): Promise<void> {
  const client = await cli.client(withoutKey(await cli.settings()));
  const health = await client.call("GET /v1/health", {});
  await cli.output.record(health, columnsOf(health));
  if (health.status !== "ok") throw failure(`the daemon is ${health.status}`, { code: "unhealthy" });
}

function columnsOf(health: Health): Column<Health>[] {
  const checks = Object.entries(health.checks).map(([title, check]) => ({
    title,
    value: () => describe(check),
    kind: "status" as const,
  }));
  return [
    { title: "status", value: (row) => row.status, kind: "status" },
    { title: "version", value: (row) => row.version },
    { title: "uptime seconds", value: (row) => row.uptime_seconds },
    ...checks,
  ];
}

function describe(check: unknown): string {
  if (typeof check === "string") return check;
  if (typeof check === "object" && check !== null && "status" in check) return String(check.status);
  return JSON.stringify(check);
}
