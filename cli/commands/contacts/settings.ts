import { change } from "../../lib/actions/change.ts";
import { show } from "../../lib/actions/show.ts";
import { command } from "../../lib/command/command.ts";
import { readJsonObject } from "../../lib/input/json-input.ts";
import { settingsColumns } from "./columns.ts";

export const contactSettings = command({
  path: "contacts settings",
  summary: "Show or change contact settings",
  description:
    "Show or change contact settings: the country of numbers without a code, and the words that stop and start messages.",
  output: "The settings: default country, opt-out, its languages.",
  options: {
    file: { value: "json", description: "Settings to change: a file, JSON, or `-`; without it, show them" },
  },
  writes: true,
  examples: [
    { description: "Show them", command: "waypost contacts settings --json" },
    {
      description: "Numbers without a country code are German",
      command: `waypost contacts settings --file '{"default_country":"DE"}'`,
    },
  ],
  async run({ cli, options: { file } }) {
    if (file === undefined) return await show(cli, "GET /v1/settings/contacts", {}, settingsColumns);
    const body = await readJsonObject("file", file);
    await change(cli, "PATCH /v1/settings/contacts", { body }, settingsColumns);
  },
});
