import { remove } from "../../lib/actions/remove.ts";
import { command } from "../../lib/command/command.ts";
import { yesOption } from "../../lib/input/agree.ts";
import { given } from "../../lib/values/given.ts";

export const revokeKey = command({
  path: "keys revoke",
  summary: "Revoke an API key, at once and for good",
  description:
    "Revoke an API key, at once and for good. This also ends what was created with it: API keys, open invitations, approved terminals and endpoints, unless you give --keep-keys.",
  output: "Nothing.",
  arguments: { id: { of: "keys", description: "Key to revoke" } },
  options: {
    ...yesOption,
    "keep-keys": {
      description: "Keep the API keys, open invitations, approved terminals and endpoints that it created",
    },
  },
  writes: true,
  examples: [
    { description: "Revoke one", command: "waypost keys revoke key_01J8Z3W6YB2Q4V5N7M8P9R0S1T" },
    {
      description: "From a script",
      command: "waypost keys revoke key_01J8Z3W6YB2Q4V5N7M8P9R0S1T --yes",
    },
  ],
  run: ({ cli, arguments: path, options: { yes, "keep-keys": keepKeys } }) =>
    remove(cli, "DELETE /v1/api-keys/{id}", {
      path,
      query: given({ keep_keys: keepKeys || undefined }),
      yes,
      question: `Revoke ${path.id}${keepKeys ? "" : " and end what was created with it"}? Programs that use it will be refused.`,
      done: `Revoked ${path.id}.`,
    }),
});
