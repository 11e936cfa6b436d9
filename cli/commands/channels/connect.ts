import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import type { connectShape } from "./pairing-definitions.ts";

/** Connects a number that is paired; what it prints tells where it stands. */
export async function run({ cli, arguments: { id } }: Input<typeof connectShape>): Promise<void> {
  const connecting = await submit(cli, "POST /v1/channels/{id}/connect", { path: { id }, body: {} });
  if (connecting === undefined) return;
  await cli.output.record(connecting, [
    { title: "id", value: (channel) => channel.id },
    { title: "status", value: (channel) => channel.status, kind: "status" },
    { title: "status reason", value: (channel) => channel.status_reason },
  ]);
}
