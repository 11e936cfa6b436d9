import type { ResponseOf } from "../../../../daemon/start/types/routes.ts";
import { change } from "../../../lib/actions/change.ts";
import { command } from "../../../lib/command/command.ts";
import type { Column } from "../../../lib/output/column.ts";
import { secondsOf } from "../../../lib/values/duration.ts";
import { given } from "../../../lib/values/given.ts";
import { pairedChannel } from "../arguments.ts";
import { linkColumns } from "../columns.ts";

const columns: Column<ResponseOf<"POST /v1/channels/{id}/links">>[] = [
  { title: "url", value: (link) => link.url },
  ...linkColumns,
];

const REMARK = "Send the address to the person with the phone now: it is not shown again.";

export const linkChannel = command({
  path: "channels link",
  summary: "Make a link by which somebody else pairs a number",
  description:
    "Make a link by which somebody without an account pairs this channel's number, from the phone itself or another screen, and sees nothing else. It works for an hour or as long as you say, for one pairing.",
  output: "The link; `url` is what the person needs.",
  arguments: pairedChannel,
  options: {
    "expires-in": { value: "duration", description: "How long it works: 10m, 24h at most (default: 1h)" },
  },
  writes: true,
  examples: [{ description: "For a shop", command: "waypost channels link ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T" }],
  run: ({ cli, arguments: path, options }) => {
    const body = given({ expires_in: secondsOf(options["expires-in"]) });
    return change(cli, "POST /v1/channels/{id}/links", { path, body }, columns, REMARK);
  },
});
