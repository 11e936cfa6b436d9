import type { ResponseOf } from "../../../daemon/start/types/routes.ts";
import { printRows } from "../../lib/actions/list.ts";
import { transfer } from "../../lib/api/transfer.ts";
import { command } from "../../lib/command/command.ts";
import type { Column } from "../../lib/output/column.ts";
import { given } from "../../lib/values/given.ts";

type Times = ResponseOf<"GET /v1/response_times">;
type Row = Times["data"][number];

const GROUPS = ["user", "team", "channel", "hour"] as const;

/** From so many seconds on in this unit: `119m`, not `1h`, which would hide half of it. */
const UNITS = [
  [172_800, 86_400, "d"],
  [7200, 3600, "h"],
  [120, 60, "m"],
  [0, 1, "s"],
] as const;

function length(seconds: number | null): string | null {
  const [, unit, sign] = UNITS.find(([from]) => (seconds ?? 0) >= from) ?? UNITS[3];
  return seconds === null ? null : `${Math.round(seconds / unit)}${sign}`;
}

const columns: Column<Row>[] = [
  { title: "group", value: ({ group }) => group ?? "none", cut: 12 },
  { title: "name", value: ({ name }) => name, cut: 8 },
  { title: "answers", value: ({ answers }) => answers.count },
  { title: "median", value: ({ answers }) => length(answers.median_seconds) },
  { title: "p90", value: ({ answers }) => length(answers.p90_seconds) },
  { title: "resolutions", value: ({ resolutions }) => resolutions.count },
  { title: "resolution median", value: ({ resolutions }) => length(resolutions.median_seconds), optional: 1 },
  { title: "resolution p90", value: ({ resolutions }) => length(resolutions.p90_seconds), optional: 2 },
];

export const responseTimes = command({
  path: "response-times",
  summary: "Show how long people wait for answers",
  description:
    "Show how long people waited for the first answer to what they wrote, and how long conversations were open until somebody closed them. Imported messages and broadcasts don't count; what Waypost or Meta's agent answers is the group `automatic`.",
  output: "One line for each group; with --csv, the groups as CSV.",
  options: {
    by: {
      ...{ value: "group", choices: GROUPS },
      description:
        "What to group by (default: channel); user: who answered or closed, hour: at which people wrote",
    },
    from: { value: "day", description: "First day, such as 2026-10-01 (default: 29 days before the last)" },
    to: { value: "day", description: "Last day (default: today)" },
    zone: { value: "zone", description: "The time zone of days and hours (default: UTC)" },
    channel: { value: "id", of: "channels", description: "Only this channel" },
    team: { value: "id", of: "teams", description: "Only what was this team's" },
    csv: { description: "Print the groups as CSV" },
  },
  examples: [
    { description: "By team, of the last 30 days", command: "waypost response-times --by team" },
    {
      description: "A quarter by hour, for a spreadsheet",
      command:
        "waypost response-times --by hour --zone Europe/Berlin --from 2026-10-01 --to 2026-12-31 --csv > times.csv",
    },
  ],
  async run({ cli, options: { by, from, to, zone, channel, team, csv } }) {
    const group_by = GROUPS.find((one) => one === by);
    const query = given({ group_by, from, to, time_zone: zone, channel_id: channel, team_id: team });
    if (csv) {
      const { timeoutMs, spinner } = cli;
      const file = { route: "GET /v1/response_times.csv", query, timeoutMs, spinner } as const;
      return await cli.output.bytes((await transfer(await cli.settings(), file)).body ?? new Blob().stream());
    }
    const times = await (await cli.client()).call("GET /v1/response_times", { query });
    await printRows(cli, times, columns);
    if (cli.output.format !== "json") cli.output.note(sumLine(times.total));
  },
});

function sumLine({ answers, resolutions }: Times["total"]): string {
  if (answers.count + resolutions.count === 0) return "Nobody answered or closed anything in this time.";
  const half = answers.median_seconds === null ? "" : `, half within ${length(answers.median_seconds)}`;
  return `Answers: ${answers.count}${half}. Resolutions: ${resolutions.count}.`;
}
