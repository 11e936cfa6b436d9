import type { RequestOf } from "../../../daemon/start/types/routes.ts";
import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { readJsonObject } from "../../lib/input/json-input.ts";
import { readSecret } from "../../lib/input/secret.ts";
import { providerColumns } from "./columns.ts";

export const setLoginProvider = command({
  path: "login-provider set",
  summary: "Set or change the login provider",
  description:
    "Set or change the provider (OpenID Connect) by which the people of the organisation log in: its name, issuer, client_id, domains, groups_claim, roles by group, default_role, and password_login. What is left out stays. The provider is asked who it is before anything is saved. Only owners may.",
  output: "The provider, without its secret.",
  options: {
    file: { value: "json", required: true, description: "What to change: a file, JSON, or `-`" },
    secret: {
      description:
        "Also set the client secret: from WAYPOST_CLIENT_SECRET, a hidden prompt or standard input",
    },
  },
  writes: true,
  examples: [
    {
      description: "The first time; it asks for the client secret",
      command:
        'waypost login-provider set --secret --file \'{"name":"Blue Door","issuer":"https://login.example.com","client_id":"waypost","domains":["example.com"],"groups_claim":"groups","roles":{"waypost-owners":"owner","support":"agent"}}\'',
    },
    {
      description: "No passwords any more, once an owner has logged in by it",
      command: `waypost login-provider set --file '{"password_login":false}'`,
    },
  ],
  async run({ cli, options: { file, secret } }) {
    const changes = await readJsonObject("file", file);
    const client_secret = secret ? await readClientSecret(cli) : undefined;
    const body = { ...changes, ...(client_secret === undefined ? {} : { client_secret }) };
    const request = { body } as RequestOf<"PATCH /v1/settings/login-provider">;
    await change(cli, "PATCH /v1/settings/login-provider", request, providerColumns);
  },
});

function readClientSecret(cli: Parameters<typeof readSecret>[0]): Promise<string> {
  return readSecret(cli, {
    given: undefined,
    variable: "WAYPOST_CLIENT_SECRET",
    question: "Client secret",
    absent: "no client secret was given",
    hint: "Give it on standard input or in WAYPOST_CLIENT_SECRET.",
  });
}
