import { transfer } from "../../lib/api/transfer.ts";
import { command } from "../../lib/command/command.ts";
import { saveFile } from "./save-file.ts";

export const downloadMedia = command({
  path: "media download",
  summary: "Download a file",
  output: "The file as it is, or nothing when it is written to a path.",
  arguments: {
    id: { of: "media", description: "File to download: `media_id` of a message's content" },
    file: { description: "Where to write it (default, and `-`: standard output)", optional: true },
  },
  examples: [
    {
      description: "To a file",
      command: "waypost media download med_01J8Z3W6YB2Q4V5N7M8P9R0S1T photo.jpg",
    },
    {
      description: "Into another program",
      command: "waypost media download med_01J8Z3W6YB2Q4V5N7M8P9R0S1T | sha256sum",
    },
  ],
  async run({ cli, arguments: { id, file } }) {
    const { timeoutMs, spinner } = cli;
    const request = { route: "GET /v1/media/{id}", path: { id }, timeoutMs, spinner } as const;
    const response = await transfer(await cli.settings(), request);
    await saveFile(cli, response, file, "Loading");
  },
});
