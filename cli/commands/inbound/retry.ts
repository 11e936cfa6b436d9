import { submit } from "../../lib/actions/submit.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { command } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { given } from "../../lib/values/given.ts";

type Retried = { retried: number; remaining: number };

export const retryInbound = command({
  path: "inbound retry",
  summary: "Retry inbound calls that failed",
  description:
    "Retry a call that was set aside, or all of them, for example after an upgrade with a fix. Each is processed in its old place, before what came in later; parts that were processed before don't change. A call that fails again is set aside again.",
  output: "How many are retried, and how many are still set aside.",
  arguments: { id: { of: "inbound", description: "One of the list", optional: true } },
  options: {
    all: { description: "All that are set aside" },
    channel: { value: "id", of: "channels", description: "Only what came in on this channel" },
  },
  writes: true,
  examples: [
    { description: "One of them", command: "waypost inbound retry inb_01JDB2M5S8V0ZC3K7Q2M4N6P8R" },
    { description: "All of them", command: "waypost inbound retry --all" },
  ],
  async run({ cli, arguments: { id }, options: { all, channel } }) {
    if ((id === undefined) !== all) {
      const hint = "See which there are: waypost inbound list";
      throw usageFailure("give the id of a failed call, or --all", hint);
    }
    if (id !== undefined && channel !== undefined)
      throw usageFailure("--channel goes with --all", "See: waypost inbound retry --help");
    const retried =
      id === undefined
        ? await retryAll(cli, channel)
        : await submit(cli, "POST /v1/inbound/failed/{id}/retry", { path: { id } });
    if (retried !== undefined) await print(cli, retried);
  },
});

/** The daemon takes so many at a time, up to the newest that there is now: calls that fail again are not retried. */
async function retryAll(cli: Cli, channel: string | undefined): Promise<Retried | undefined> {
  const chosen = given({ channel_id: channel });
  const client = await cli.client();
  const [newest] = (await client.call("GET /v1/inbound/failed", { query: { ...chosen, limit: 1 } })).data;
  const body = newest === undefined ? chosen : { ...chosen, up_to: newest.id };
  let retried = 0;
  while (true) {
    const step = await submit(cli, "POST /v1/inbound/failed/retry", { body });
    if (step === undefined) return undefined;
    retried += step.retried;
    if (step.retried === 0 || step.remaining === 0) return { retried, remaining: step.remaining };
  }
}

async function print({ output }: Cli, retried: Retried): Promise<void> {
  await output.record(retried, [
    { title: "retried", value: (row) => row.retried },
    { title: "remaining", value: (row) => row.remaining },
  ]);
  if (retried.retried > 0) output.note("Calls that fail again are listed again: waypost inbound list");
}
