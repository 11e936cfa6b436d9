import { readPages } from "../../lib/actions/paging.ts";
import type { Client } from "../../lib/api/client.ts";
import type { Channel } from "../../lib/api/types/channels.ts";
import type { Diagnostics } from "../../lib/api/types/diagnostics.ts";
import type { LoggedEvent } from "../../lib/api/types/webhooks.ts";
import { SEE_DOCTOR } from "../../lib/api/unreachable.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { command } from "../../lib/command/command.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";
import { Failure } from "../../lib/failures/failure.ts";
import { type Column, plainCell } from "../../lib/output/column.ts";
import { wrapWords } from "../../lib/output/table.ts";
import { withoutKey } from "../../lib/settings/settings.ts";
import { ALERT_DAYS, alertFindings } from "./alerts.ts";
import { budgetFindings } from "./budgets.ts";
import { daemonFindings, healthFindings } from "./daemon.ts";
import { driftFinding } from "./drift.ts";
import { type Finding, problem, skipped } from "./finding.ts";
import { lookHere } from "./here.ts";
import { numbersAtOneTick } from "./one-tick.ts";
import {
  channelFindings,
  endpointFindings,
  graphVersionFindings,
  hostFindings,
  proxyFindings,
  webhookFieldFindings,
} from "./outside.ts";

/** What this command advises where others advise this command. */
const START = "Start it with waypostd, or name another address with --url.";

/** The newest are looked at. */
const MOST_BUDGETS = 100;

/** Before what was found: the longest status and a space. */
const INDENT = 9;

const columns: Column<Finding>[] = [
  { title: "check", value: ({ check }) => check },
  { title: "status", value: ({ status }) => status, kind: "status" },
  { title: "found", value: ({ found }) => found },
  { title: "what to do", value: ({ advice }) => advice },
];

export const doctor = command({
  path: "doctor",
  summary: "Find problems, and say how to fix them",
  description:
    "Check the configuration, the connection to the daemon, its parts, clocks, database, migrations, disk, media, lanes, channels, endpoints, budgets, rate cards, what came in that nobody reads, the hosts that Waypost calls, the version of Meta's API, the webhook fields of your Meta app and the proxies of numbers, and say how to fix each problem. The exit code is 5 if there is a problem, 4 if the daemon can't be reached. Checks inside the daemon need a key with the permission `*`.",
  output:
    "One line for each finding: what was checked; ok, warning, problem or skipped; what was found; what to do.",
  options: { strict: { description: "Treat warnings as problems" } },
  examples: [
    { description: "Check everything", command: "waypost doctor" },
    {
      description: "Advice, for a monitor",
      command: "waypost doctor --json | jq '.data[] | select(.status == \"problem\")'",
    },
  ],
  exitCodes: [ExitCode.unreachable, ExitCode.failed],
  async run({ cli, options }) {
    const settings = await cli.settings();
    const here = await lookHere(settings, cli.project);
    // checks that need no key are made all the same
    const client = settings.withheldFor === null ? cli.client() : cli.client(withoutKey(settings));
    const there = await lookThere(await client);
    await print(cli, [...here, ...there.findings]);
    if (there.unreachable !== undefined) throw there.unreachable;
    const wrong = [...here, ...there.findings].filter(
      ({ status }) => status === "problem" || (options.strict && status === "warning"),
    );
    if (wrong.length > 0)
      throw new Failure(
        ExitCode.failed,
        `found ${wrong.length} ${wrong.length === 1 ? "problem" : "problems"}`,
        {
          code: "unwell",
        },
      );
  },
});

async function lookThere(client: Client): Promise<{ findings: Finding[]; unreachable?: Failure }> {
  const start = performance.now();
  try {
    const health = await client.call("GET /v1/health", {});
    const findings = healthFindings(health, Math.round(performance.now() - start));
    return { findings: [...findings, ...(await lookInside(client))] };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const hint = (error.details.hint ?? SEE_DOCTOR).replace(SEE_DOCTOR, START);
    const unreachable = new Failure(error.exitCode, error.message, { ...error.details, hint });
    return { findings: [problem("reachability", error.message, hint)], unreachable };
  }
}

async function lookInside(client: Client): Promise<Finding[]> {
  const channels = await attempt("channels", () => allChannels(client));
  const endpoints = await attempt("endpoints", () => client.call("GET /v1/settings/developer/webhooks", {}));
  const budgets = await attempt("budgets", () =>
    client.call("GET /v1/budgets", { query: { limit: MOST_BUDGETS } }),
  );
  const diagnostics = await attempt("surroundings", () => client.call("GET /v1/diagnostics", {}));
  const alerts = await attempt("alerts", () => recentAlerts(client));
  const known = "refused" in channels ? [] : channels.value;
  const ticks = await attempt("one tick", () => numbersAtOneTick(client, known));
  return [
    ...("refused" in channels ? [channels.refused] : channelFindings(channels.value)),
    ...("refused" in ticks ? [ticks.refused] : ticks.value),
    ...("refused" in alerts ? [alerts.refused] : alertFindings(alerts.value)),
    ...("refused" in endpoints ? [endpoints.refused] : endpointFindings(endpoints.value.data)),
    ...("refused" in budgets ? [budgets.refused] : budgetFindings(budgets.value.data)),
    ...("refused" in diagnostics
      ? [diagnostics.refused]
      : [
          ...daemonFindings(diagnostics.value, Date.now()),
          ...(await findAsOperator(client, diagnostics.value)),
          ...hostFindings(diagnostics.value, known),
          ...graphVersionFindings(diagnostics.value),
          ...webhookFieldFindings(diagnostics.value),
          ...proxyFindings(diagnostics.value),
        ]),
  ];
}

async function recentAlerts(client: Client): Promise<LoggedEvent[]> {
  const since = new Date(Date.now() - ALERT_DAYS * 24 * 3600_000).toISOString();
  const query = { type: "channel.alerted", since, limit: 100 };
  return (await client.call("GET /v1/events", { query })).data;
}

/** What concerns the operator alone: what came in that nobody reads. */
async function findAsOperator(client: Client, { operator, now }: Diagnostics): Promise<Finding[]> {
  if (!operator) return [];
  const drift = await attempt("drift", () => client.call("GET /v1/drift", {}));
  return ["refused" in drift ? drift.refused : driftFinding(drift.value.data, Date.parse(now))];
}

async function allChannels(client: Client): Promise<Channel[]> {
  const channels: Channel[] = [];
  const options = { limit: undefined, cursor: undefined, all: true };
  const read = (query: { limit?: number; cursor?: string }) => client.call("GET /v1/channels", { query });
  for await (const { data } of readPages(options, read)) channels.push(...data);
  return channels;
}

/** A key that may not see something leaves that out; one that is not valid is a problem. */
async function attempt<Value>(
  check: string,
  ask: () => Promise<Value>,
): Promise<{ value: Value } | { refused: Finding }> {
  try {
    return { value: await ask() };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const report = error.details.status === 403 ? skipped : problem;
    return { refused: report(check, error.message, error.details.hint ?? "See the daemon's log.") };
  }
}

async function print({ output, terminal }: Cli, findings: readonly Finding[]): Promise<void> {
  if (output.format === "json") return await output.json({ data: findings });
  if (output.format === "plain") return await output.rows(findings, columns);
  const { dataStyle } = output;
  for (const { check, status, found, advice } of findings) {
    const [first = "", ...more] = wrapWords(`${check}: ${plainCell(found)}`, terminal.columns - INDENT);
    const lines = [
      `${dataStyle.status(status)}${" ".repeat(INDENT - status.length)}${first.replace(check, dataStyle.bold)}`,
      ...more.map(indented),
      ...wrapWords(advice ?? "", terminal.columns - INDENT).map((line) => indented(dataStyle.cyan(line))),
    ];
    await output.line(
      { check, status, found, advice },
      lines.slice(0, advice === null ? -1 : undefined).join("\n"),
    );
  }
}

function indented(line: string): string {
  return " ".repeat(INDENT) + line;
}
