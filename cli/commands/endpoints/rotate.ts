import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import { parseDuration } from "../../lib/values/duration.ts";
import type { rotateShape } from "./definitions.ts";

type Rotated = { secret: string; previous_secret_expires_at: string };

/** Makes a new signing secret and shows it; the one before signs along for a while. */
export async function run({
  cli,
  arguments: { id },
  options: { overlap },
}: Input<typeof rotateShape>): Promise<void> {
  const body = overlap === undefined ? {} : { overlap_seconds: Math.round(parseDuration(overlap) / 1000) };
  const route = "POST /v1/settings/developer/webhooks/endpoints/{id}/rotate-secret";
  const rotated = await submit(cli, route, { path: { id }, body });
  if (rotated === undefined) return;
  await cli.output.record<Rotated>(rotated, [
    { title: "secret", value: (row) => row.secret },
    { title: "previous secret ends", value: (row) => row.previous_secret_expires_at, kind: "time" },
  ]);
  cli.output.note("Keep the secret now: it is not shown again.");
}
