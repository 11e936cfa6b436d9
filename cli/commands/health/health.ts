import type { Health } from "../../lib/api/types/diagnostics.ts";
import { command } from "../../lib/command/command.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";
import { failure } from "../../lib/failures/failure.ts";
import type { Column } from "../../lib/output/column.ts";
import { withoutKey } from "../../lib/settings/settings.ts";

export const health = command({
  path: "health",
  summary: "Show whether the daemon is up and healthy",
  output: "status, version, uptime and one line for each check. Needs no API key.",
  examples: [
    { description: "In a script: is it up?", command: "waypost health --quiet > /dev/null && echo up" },
    { description: "Wait at most two seconds", command: "waypost health --timeout 2s --json" },
  ],
  exitCodes: [ExitCode.unreachable],
  async run({ cli }) {
    const client = await cli.client(withoutKey(await cli.settings()));
    const health = await client.call("GET /v1/health", {});
    await cli.output.record(health, columnsOf(health));
    if (health.status !== "ok") throw failure(`the daemon is ${health.status}`, { code: "unhealthy" });
  },
});

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
