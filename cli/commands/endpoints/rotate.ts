import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import type { Column } from "../../lib/output/column.ts";
import { secondsOf } from "../../lib/values/duration.ts";
import { given } from "../../lib/values/given.ts";
import { givenSecret, KEEP_SECRET, secretColumn, secretOption } from "./secret.ts";

type Rotated = { secret: string; previous_secret_expires_at: string };

const columns: Column<Rotated>[] = [
  secretColumn,
  { title: "previous secret ends", value: (rotated) => rotated.previous_secret_expires_at, kind: "time" },
];

export const rotateSecret = command({
  path: "endpoints rotate",
  summary: "Rotate the signing secret",
  description:
    "Rotate the signing secret; the new one is shown only this once. The old one keeps signing until the overlap is over. With 0s, every older secret ends at once.",
  output: "The new secret, and when the old one ends.",
  arguments: { id: { of: "endpoints", description: "Endpoint whose secret to rotate" } },
  options: {
    overlap: {
      value: "duration",
      description: "How long the old secret keeps signing: 0s to 7d (default: 24h)",
    },
    ...secretOption,
  },
  writes: true,
  examples: [
    {
      description: "With a day to change over",
      command: "waypost endpoints rotate ep_01J8Z3W6YB2Q4V5N7M8P9R0S1T",
    },
    {
      description: "After a leak: every older secret ends at once",
      command: "waypost endpoints rotate ep_01J8Z3W6YB2Q4V5N7M8P9R0S1T --overlap 0s",
    },
    {
      description: "To the secret in a file, which the receiver has already",
      command: "waypost endpoints rotate ep_01J8Z3W6YB2Q4V5N7M8P9R0S1T --secret - < secret.txt",
    },
  ],
  async run({ cli, arguments: path, options: { overlap, secret } }) {
    const route = "POST /v1/settings/developer/webhooks/endpoints/{id}/rotate-secret";
    const body = given({ overlap_seconds: secondsOf(overlap), secret: await givenSecret(secret) });
    await change(cli, route, { path, body }, columns, KEEP_SECRET);
  },
});
