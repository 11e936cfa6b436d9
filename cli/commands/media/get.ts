import { show } from "../../lib/actions/show.ts";
import { command } from "../../lib/command/command.ts";
import { mediaDetails } from "./columns.ts";

export const getMedia = command({
  path: "media get",
  summary: "Show a file's record",
  output: "The record: type, size, name, width and height, length in seconds, hash, when it is deleted.",
  arguments: { id: { of: "media", description: "File to show" } },
  examples: [
    {
      description: "How long a recording is",
      command: "waypost media get med_01J8Z3W6YB2Q4V5N7M8P9R0S1T --jq .duration_seconds",
    },
  ],
  run: ({ cli, arguments: path }) => show(cli, "GET /v1/media/{id}/info", { path }, mediaDetails),
});
