import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { given } from "../../lib/values/given.ts";
import { conversationDetails } from "./columns.ts";
import { filterArguments, filterOptions, holders } from "./filters.ts";

export const takeNextConversation = command({
  path: "conversations next",
  summary: "Take the conversation that waits longest",
  description:
    "Take the open conversation whose person waits longest for an answer, among those without an assignee, of your teams or of none: it is yours then. Two who do so at once get two different ones. Ends with 3 when nobody waits.",
  output: "The conversation's record.",
  arguments: filterArguments,
  options: {
    channel: filterOptions.channel,
    team: filterOptions.team,
    tag: filterOptions.tag,
    "handled-by": filterOptions["handled-by"],
    assignee: {
      value: "id",
      of: "colleagues",
      description: "User who gets it (default: you, if you are logged in)",
    },
  },
  writes: true,
  examples: [
    { description: "Who is next", command: "waypost conversations next" },
    {
      description: "Give it to a colleague",
      command: "waypost conversations next --assignee 01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11",
    },
  ],
  run({ cli, arguments: { q }, options: { channel, team, tag, assignee, ...more } }) {
    const handled_by = holders.find((one) => one === more["handled-by"]);
    const body = given({ q, channel_id: channel, team_id: team, tag, handled_by, assignee_id: assignee });
    return change(cli, "POST /v1/conversations/next", { body }, conversationDetails);
  },
});
