import { command } from "../../lib/command/command.ts";
import type { Column } from "../../lib/output/column.ts";
import { callSandbox, sandboxUrlOption } from "./sandbox.ts";

type Counts = { total: number; distinct: number; refused: Record<string, number> };
type Webhooks = { callback_url: string | null; scheduled: number; waiting: number; underway: number };
type Status = Counts & Webhooks;

const columns: Column<Status>[] = [
  { title: "webhooks go to", value: (status) => status.callback_url ?? "nowhere" },
  { title: "messages taken", value: (status) => status.total },
  { title: "refused", value: (status) => Object.values(status.refused).reduce((sum, one) => sum + one, 0) },
  { title: "reports to come", value: (status) => status.scheduled },
  { title: "webhooks waiting", value: (status) => status.waiting + status.underway },
];

export const sandboxStatus = command({
  path: "sandbox status",
  summary: "Show what the sandbox received and sent",
  output: "Calls received, webhooks waiting, and where they go.",
  options: sandboxUrlOption,
  examples: [
    { description: "The sandbox of this machine", command: "waypost sandbox status" },
    {
      description: "Another one",
      command: "waypost sandbox status --sandbox-url http://127.0.0.1:9485 --json",
    },
  ],
  async run({ cli, options }) {
    const ask = <Result>(path: string) => callSandbox<Result>(cli, options["sandbox-url"], path);
    const [counts, webhooks] = await Promise.all([ask<Counts>("counts"), ask<Webhooks>("webhooks")]);
    const { callback_url, scheduled, waiting, underway } = webhooks;
    await cli.output.record({ ...counts, callback_url, scheduled, waiting, underway }, columns);
  },
});
