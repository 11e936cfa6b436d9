import { remove } from "../../../lib/actions/remove.ts";
import { command } from "../../../lib/command/command.ts";
import { yesOption } from "../../../lib/input/agree.ts";
import { pairedChannel } from "../arguments.ts";

export const unlinkChannel = command({
  path: "channels unlink",
  summary: "Revoke a pairing link",
  description:
    "Revoke a pairing link. A pairing that was begun through it continues: to end that, disconnect the channel.",
  output: "Nothing.",
  arguments: { ...pairedChannel, link_id: { description: "Link to revoke" } },
  options: yesOption,
  writes: true,
  examples: [
    {
      description: "Revoke one",
      command: "waypost channels unlink ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T lnk_01JDB2M5S8V0ZC3K7Q2M4N6P8R --yes",
    },
  ],
  run: ({ cli, arguments: path, options: { yes } }) =>
    remove(cli, "DELETE /v1/channels/{id}/links/{link_id}", {
      path,
      yes,
      question: `Revoke ${path.link_id}? Nobody can pair through it any more.`,
      done: `Revoked ${path.link_id}.`,
    }),
});
