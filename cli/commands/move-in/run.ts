import type { Cli } from "../../lib/command/cli.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";
import { Failure } from "../../lib/failures/failure.ts";
import { agree } from "../../lib/input/agree.ts";
import { sayOnInterrupt } from "../../lib/terminal/interrupt.ts";
import { allChannels, channelFor } from "./channels.ts";
import { type Moved, movedColumns, moveNumber } from "./move.ts";
import { partsOf } from "./options.ts";
import { type Planned, planColumns, planOf } from "./plan.ts";
import type { Installation } from "./read/found.ts";

type Options = { only: string | undefined; "dry-run": boolean; yes: boolean };

/** Shows what another program has and what is to be made of it, asks, and does it. */
export async function moveIn(cli: Cli, options: Options, open: () => Promise<Installation>): Promise<void> {
  const parts = partsOf(options.only);
  const installation = await open();
  try {
    await move(cli, { ...options, parts }, installation);
  } finally {
    await installation.close();
  }
}

async function move(
  cli: Cli,
  { parts, yes, ...options }: Options & { parts: ReturnType<typeof partsOf> },
  { kind, numbers }: Installation,
): Promise<void> {
  const { output } = cli;
  const client = await cli.client();
  const channels = await allChannels(client);
  const plans: { planned: Planned; phone: string | null }[] = [];
  for (const number of numbers)
    plans.push(await planOf(number, (phone) => channelFor(channels, number, phone)));
  const planned = plans.map((one) => one.planned);
  const isDry = options["dry-run"] || cli.dryRun;
  if (!isDry && output.format === "json") output.note(`${numbers.length} numbers were found.`);
  else await output.rows(planned, planColumns);
  if (isDry) return;
  output.warn(STOPPED);
  await agree(cli, yes, `Is the other program stopped? Move ${numbers.length} numbers here now?`);
  sayOnInterrupt(() => output.note("Run the command again: it goes on, and makes nothing twice."));
  const moved: Moved[] = [];
  for (const [index, number] of numbers.entries()) {
    const existing = channelFor(channels, number, plans[index]?.phone ?? null);
    moved.push(await moveNumber({ client, kind, parts, say: output.note }, number, existing));
  }
  await report(cli, moved);
}

const STOPPED =
  "the other program has to be stopped, now and from now on: its copies of the sessions are of no use once these have connected. Never log out or unlink there: they are the same devices.";

async function report({ output }: Cli, moved: readonly Moved[]): Promise<void> {
  if (output.format === "json") await output.jsonRows({ data: moved }, movedColumns);
  else await output.rows(moved, movedColumns);
  const wrong = moved.filter(({ problems }) => problems.length > 0);
  if (wrong.length === 0) return;
  throw new Failure(ExitCode.failed, `${wrong.length} of ${moved.length} numbers were not moved as a whole`, {
    code: "moved_in_part",
    hint: "See their problems, and run the command again: what is here already stays as it is.",
  });
}
