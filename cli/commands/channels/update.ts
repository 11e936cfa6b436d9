import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { readJsonObject } from "../../lib/input/json-input.ts";
import { readSecret } from "../../lib/input/secret.ts";
import type { updateShape } from "./definitions.ts";
import { channelDetails } from "./view.ts";

/** Changes what the options name and leaves the rest. */
export async function run(input: Input<typeof updateShape>): Promise<void> {
  const { cli, options } = input;
  const { name, settings, "access-token": given } = options;
  if (name === undefined && settings === undefined && given === undefined)
    throw usageFailure("say what to change", "See: waypost channels update --help");
  const body = {
    ...(name === undefined ? {} : { name }),
    ...(settings === undefined ? {} : { settings: await readJsonObject("settings", settings) }),
    ...(given === undefined ? {} : { access_token: await token(input, given) }),
  };
  const channel = await submit(cli, "PATCH /v1/channels/{id}", { path: input.arguments, body });
  if (channel !== undefined) await cli.output.record(channel, channelDetails);
}

function token({ cli }: Input<typeof updateShape>, given: string): Promise<string> {
  return readSecret(cli, {
    given,
    variable: "WAYPOST_ACCESS_TOKEN",
    question: "Access token",
    absent: "--access-token is empty",
    hint: "Give --access-token - and the token on standard input.",
  });
}
