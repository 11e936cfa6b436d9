import { transfer } from "../../../lib/api/transfer.ts";
import { command } from "../../../lib/command/command.ts";
import { saveFile } from "../../media/save-file.ts";
import { contactArgument } from "../arguments.ts";
import { contactId } from "../find.ts";

export const archiveContact = command({
  path: "contacts archive",
  summary: "Download everything about a person",
  description:
    "Download all that is kept of a person as a ZIP archive: index.html to read, person.json for programs, and the files of the messages. Of groups it has what the person wrote themselves.",
  output: "The archive, or nothing when it is written to a path.",
  arguments: { contact: contactArgument },
  options: { to: { value: "file", description: "Where to write it (default, and `-`: standard output)" } },
  examples: [{ description: "To a file", command: "waypost contacts archive +14155550123 --to ada.zip" }],
  async run({ cli, arguments: { contact }, options }) {
    const { timeoutMs, spinner } = cli;
    const path = { id: await contactId(cli, contact) };
    const request = { route: "GET /v1/contacts/{id}/archive", path, timeoutMs, spinner } as const;
    await saveFile(cli, await transfer(await cli.settings(), request), options.to, "Loading");
  },
});
