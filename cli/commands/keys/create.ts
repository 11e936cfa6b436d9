import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import { parseTime } from "../../lib/values/duration.ts";
import { checkPermissions } from "../../lib/values/permissions.ts";
import type { createShape } from "./definitions.ts";
import { keyColumns } from "./view.ts";

/** Makes a key and shows its secret, which can't be read again. */
export async function run({ cli, options }: Input<typeof createShape>): Promise<void> {
  checkPermissions(options.permission);
  const body = {
    name: options.name,
    permissions: options.permission,
    ...(options.channel.length === 0 ? {} : { channel_ids: options.channel }),
    ...(options.expires === undefined ? {} : { expires_at: parseTime(options.expires, 1) }),
  };
  const key = await submit(cli, "POST /v1/api-keys", { body });
  if (key === undefined) return;
  await cli.output.record(key, [
    { title: "key", value: (created: typeof key) => created.key },
    ...keyColumns,
  ]);
  cli.output.note("Keep the key now: it is not shown again.");
}
