import type { ResponseOf } from "../../../daemon/start/types/routes.ts";
import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import type { Column } from "../../lib/output/column.ts";
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
  summary: "Rotate an API key",
  description:
    "Rotate an API key: its new secret is shown only this once. The previous secret works until the overlap ends, so that you can replace it everywhere.",
  output: "The key's record; `key` is the new secret. Also until when the previous one works.",
  arguments: { id: { of: "keys", description: "Key to rotate" } },
  options: {
    overlap: {
      value: "duration",
      description: "How long the previous secret works, at most 7d; 0s ends it now (default 24h)",
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
