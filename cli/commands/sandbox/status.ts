import type { Input } from "../../lib/command/command.ts";
import type { Column } from "../../lib/output/table.ts";
import { callSandbox } from "./call.ts";
import type { statusShape } from "./definitions.ts";

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

/** Shows what the sandbox has taken and what it still has to tell. */
export async function run({ cli, options }: Input<typeof statusShape>): Promise<void> {
  const ask = <Answer>(path: string) => callSandbox<Answer>(cli, options["sandbox-url"], path);
  const [counts, webhooks] = await Promise.all([ask<Counts>("counts"), ask<Webhooks>("webhooks")]);
  const { callback_url, scheduled, waiting, underway } = webhooks;
  await cli.output.record({ ...counts, callback_url, scheduled, waiting, underway }, columns);
}
