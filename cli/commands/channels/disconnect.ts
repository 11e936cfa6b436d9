import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { agree, yesOption } from "../../lib/input/agree.ts";
import { pairedChannel } from "./arguments.ts";
import { channelDetails } from "./columns.ts";

export const disconnectChannel = command({
  path: "channels disconnect",
  summary: "Disconnect a paired number",
  description:
    "Disconnect a paired number. Its login is kept unless you give --logout. Messages wait until it is connected again.",
  output: "The channel's record.",
  arguments: pairedChannel,
  options: {
    logout: { description: "Also remove the device from the phone: it has to be paired again" },
    yes: { description: `${yesOption.yes.description} (with --logout)` },
  },
  writes: true,
  examples: [
    {
      description: "For good",
      command: "waypost channels disconnect ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T --logout --yes",
    },
  ],
  async run({ cli, arguments: path, options: { logout, yes } }) {
    if (logout) await agree(cli, yes, `Log ${path.id} out? You will have to pair it again.`);
    await change(cli, "POST /v1/channels/{id}/disconnect", { path, body: { logout } }, channelDetails);
  },
});
