import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import { parseDuration } from "../../lib/values/duration.ts";
import type { rotateShape } from "./definitions.ts";
import { keyColumns } from "./view.ts";

/** Gives a key a new secret and shows it, which can't be read again. */
export async function run({ cli, options, arguments: { id } }: Input<typeof rotateShape>): Promise<void> {
  const { overlap } = options;
  const body = overlap === undefined ? {} : { overlap_seconds: Math.round(parseDuration(overlap) / 1000) };
  const key = await submit(cli, "POST /v1/api-keys/{id}/rotate", { path: { id }, body });
  if (key === undefined) return;
  await cli.output.record(key, [
    { title: "key", value: (rotated: typeof key) => rotated.key },
    {
      title: "previous until",
      value: (rotated: typeof key) => rotated.previous_key_expires_at,
      kind: "time",
    },
    ...keyColumns,
  ]);
  cli.output.note("Keep the key now: it is not shown again.");
}
