import type { ResponseOf } from "../../../daemon/start/types/routes.ts";
import { command } from "../../lib/command/command.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";
import type { Column } from "../../lib/output/column.ts";
import { given } from "../../lib/values/given.ts";

type Point = ResponseOf<"GET /v1/overview/history">["points"][number];

const columns: Column<Point>[] = [
  { title: "from", value: (point) => point.at, kind: "time" },
  { title: "accepted", value: (point) => point.accepted },
  { title: "sent", value: (point) => point.sent },
  { title: "delivered", value: (point) => point.delivered },
  { title: "read", value: (point) => point.read, optional: 2 },
  { title: "failed", value: (point) => point.failed },
  { title: "received", value: (point) => point.received },
  { title: "lag ms", value: (point) => point.lag_ms, optional: 1 },
  { title: "webhooks", value: (point) => point.webhooks?.delivered, optional: 2 },
  { title: "webhooks failed", value: (point) => point.webhooks?.failed, optional: 2 },
  { title: "webhook lag ms", value: (point) => point.webhooks?.lag_ms, optional: 2 },
  {
    title: "reasons",
    value: (point) => point.failures.map(({ code, count }) => `${code} ${count}`).join(", "),
    cut: true,
  },
];

export const traffic = command({
  path: "traffic",
  summary: "Show what went through over an hour, a day or a month",
  description:
    "Show messages in and out, how long they waited, failures by reason, and webhooks, in steps of a minute, a quarter hour or six hours. Steps in which nothing happened are left out; with --json all are there.",
  output: "One line for each step, oldest first.",
  options: {
    over: { value: "time", choices: ["hour", "day", "month"], description: "Default: hour" },
    channel: { value: "id", of: "channels", description: "Only this channel" },
  },
  examples: [
    { description: "The last hour", command: "waypost traffic" },
    {
      description: "A month of one number",
      command: "waypost traffic --over month --channel ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T",
    },
  ],
  exitCodes: [ExitCode.refused, ExitCode.unreachable],
  async run({ cli, options: { over, channel } }) {
    const query = given({ over, channel_id: channel });
    const history = await (await cli.client()).call("GET /v1/overview/history", { query });
    if (cli.output.format === "json") return await cli.output.json(history);
    const points = history.points.filter(hasTraffic);
    await cli.output.rows(points, columns);
    if (points.length === 0) cli.output.note("Nothing went through.");
  },
});

function hasTraffic({ accepted, sent, delivered, read, failed, received, webhooks }: Point): boolean {
  const posted = (webhooks?.delivered ?? 0) + (webhooks?.failed ?? 0);
  return accepted + sent + delivered + read + failed + received + posted > 0;
}
