import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { filtersOf } from "./cancel-filters.ts";
import { cancelMany } from "./cancel-many.ts";
import type { cancelShape } from "./definitions.ts";
import { messageDetails } from "./view.ts";

/** Cancels a message that waits, or all that the options name. */
export async function run(input: Input<typeof cancelShape>): Promise<void> {
  const { cli, options } = input;
  const { id } = input.arguments;
  const filters = filtersOf(options);
  const isFiltered = Object.keys(filters).length > 0;
  if (id === undefined && !isFiltered)
    throw usageFailure("name a message, or which messages", "For everything that waits: --all");
  if (id === undefined) return await cancelMany(cli, filters, options);
  if (isFiltered) throw usageFailure("name a message or give options, not both");
  const message = await submit(cli, "POST /v1/messages/{id}/cancel", { path: { id } });
  if (message !== undefined) await cli.output.record(message, messageDetails);
}
