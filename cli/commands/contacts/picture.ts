import { transfer } from "../../lib/api/transfer.ts";
import { command } from "../../lib/command/command.ts";
import { saveFile } from "../media/save-file.ts";
import { contactArgument } from "./arguments.ts";
import { contactId } from "./find.ts";

export const contactPicture = command({
  path: "contacts picture",
  summary: "Save a contact's picture",
  output: "The picture, or nothing when it is written to a path.",
  arguments: {
    contact: contactArgument,
    file: { description: "Where to write it (default, and `-`: standard output)", optional: true },
  },
  examples: [{ description: "To a file", command: "waypost contacts picture +14155550123 ada.jpg" }],
  async run({ cli, arguments: { contact, file } }) {
    const { timeoutMs, spinner } = cli;
    const path = { id: await contactId(cli, contact) };
    const request = { route: "GET /v1/contacts/{id}/picture", path, timeoutMs, spinner } as const;
    await saveFile(cli, await transfer(await cli.settings(), request), file, "Loading");
  },
});
