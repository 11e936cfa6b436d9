import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";

export const checkImport = command({
  path: "imports check",
  summary: "See who of an imported file is on WhatsApp",
  description:
    "Has a paired number ask WhatsApp, slowly and within its budget of a day, who of a file that was imported within a week has an account, and shows what it knows so far. Repeat it to know more.",
  output: "How many are there, absent, and not asked about yet; the first hundred who are absent.",
  arguments: { id: { of: "imports", description: "Import to check" } },
  options: {
    channel: { value: "id", of: "channels", description: "The paired number that asks", required: true },
  },
  writes: true,
  examples: [
    {
      description: "The numbers that are not there",
      command:
        "waypost imports check imp_01JDB2M5S8V0ZC3K7Q2M4N6P93 --channel ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T --json | jq -r '.not_there[].phone_number'",
    },
  ],
  run: ({ cli, arguments: path, options: { channel } }) =>
    change(cli, "POST /v1/contacts/imports/{id}/number_check", { path, body: { channel_id: channel } }, [
      { title: "people", value: (check) => check.people },
      { title: "there", value: (check) => check.there },
      { title: "absent", value: (check) => check.absent },
      { title: "not asked about yet", value: (check) => check.unchecked },
      {
        title: "not there",
        value: ({ not_there }) =>
          not_there.map(({ name, phone_number }) =>
            name === null ? phone_number : `${phone_number} (${name})`,
          ),
      },
    ]),
});
