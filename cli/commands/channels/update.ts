import { change } from "../../lib/actions/change.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { command } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { readJsonObject } from "../../lib/input/json-input.ts";
import { readSecret } from "../../lib/input/secret.ts";
import { given } from "../../lib/values/given.ts";
import { proxyOption, proxySetting } from "./arguments.ts";
import { channelDetails } from "./columns.ts";

export const updateChannel = command({
  path: "channels update",
  summary: "Change a channel",
  output: "The channel's record.",
  arguments: { id: { of: "channels", description: "Channel to change" } },
  options: {
    name: { value: "name", description: "Name of the channel" },
    settings: { value: "json", description: "Settings to change, as JSON; the others stay" },
    "access-token": { value: "token", description: "A new access token (official); `-` reads it" },
    ...proxyOption,
  },
  writes: true,
  examples: [
    {
      description: "No messages at night",
      command: `waypost channels update ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T --settings '{"quiet_hours":{"from":"22:00","to":"07:00","time_zone":"Europe/Berlin"}}'`,
    },
    {
      description: "Connect a paired number without a proxy again",
      command: "waypost channels update ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T --proxy none",
    },
  ],
  async run({ cli, arguments: path, options }) {
    const { name, settings: json, "access-token": token } = options;
    const settings = json === undefined ? undefined : await readJsonObject("settings", json);
    const proxy = await proxySetting(options.proxy);
    const body = given({
      name,
      settings: settings === undefined && proxy === undefined ? undefined : { ...settings, ...proxy },
      access_token: token === undefined ? undefined : await readToken(cli, token),
    });
    if (Object.keys(body).length === 0)
      throw usageFailure("say what to change", "See: waypost channels update --help");
    await change(cli, "PATCH /v1/channels/{id}", { path, body }, channelDetails);
  },
});

function readToken(cli: Cli, option: string): Promise<string> {
  return readSecret(cli, {
    given: option,
    variable: "WAYPOST_ACCESS_TOKEN",
    question: "Access token",
    absent: "--access-token is empty",
    hint: "Give --access-token - and the token on standard input.",
  });
}
