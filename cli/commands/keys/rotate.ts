import { change } from "../../lib/actions/change.ts";
import type { ResponseOf } from "../../lib/api/types/routes.ts";
import { command } from "../../lib/command/command.ts";
import type { Column } from "../../lib/output/table.ts";
import { secondsOf } from "../../lib/values/duration.ts";
import { given } from "../../lib/values/given.ts";
import { keyColumns } from "./columns.ts";
import { KEEP_KEY, secretKeyColumn } from "./secret.ts";

const columns: Column<ResponseOf<"POST /v1/api-keys/{id}/rotate">>[] = [
  secretKeyColumn,
  { title: "previous until", value: (key) => key.previous_key_expires_at, kind: "time" },
  ...keyColumns,
];

export const rotateKey = command({
  path: "keys rotate",
  summary: "Give an API key a new secret",
  description:
    "Give an API key a new secret, shown once, now. The secret before is taken too until the overlap ends: put the new one everywhere meanwhile.",
  output: "The key's record, `key` being the new secret, and until when the one before is taken.",
  arguments: { id: { description: "Key to rotate" } },
  options: {
    overlap: {
      value: "duration",
      description: "For how long the secret before is taken too, at most 7d; 0s ends it now (default 24h)",
    },
  },
  writes: true,
  examples: [
    {
      description: "Keep only the new secret",
      command: "waypost keys rotate key_01J8Z3W6YB2Q4V5N7M8P9R0S1T --json | jq -r .key",
    },
    {
      description: "After a leak",
      command: "waypost keys rotate key_01J8Z3W6YB2Q4V5N7M8P9R0S1T --overlap 0s",
    },
  ],
  async run({ cli, arguments: path, options: { overlap } }) {
    const body = given({ overlap_seconds: secondsOf(overlap) });
    await change(cli, "POST /v1/api-keys/{id}/rotate", { path, body }, columns, KEEP_KEY);
  },
});
