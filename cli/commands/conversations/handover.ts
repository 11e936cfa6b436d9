import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { conversationDetails } from "./columns.ts";

export const handOverConversation = command({
  path: "conversations handover",
  summary: "Take over from Meta's agent, or hand back",
  description:
    "Take over a conversation that Meta Business Agent answers, or hand it back to it. A reply takes it over, too. Meta lets only the business's escalation partner take one.",
  output: "The conversation's record.",
  arguments: { id: { of: "conversations", description: "Conversation to take or hand back" } },
  options: {
    to: {
      value: "holder",
      choices: ["business", "agent"],
      description: "Who answers from now on: `business` (default), or Meta's `agent`",
    },
  },
  writes: true,
  examples: [
    {
      description: "Answer yourself",
      command: "waypost conversations handover cv_01J8Z3W6YB2Q4V5N7M8P9R0S1T",
    },
    {
      description: "Let the agent answer again",
      command: "waypost conversations handover cv_01J8Z3W6YB2Q4V5N7M8P9R0S1T --to agent",
    },
  ],
  run: ({ cli, arguments: path, options }) => {
    const to = options.to === "agent" ? "agent" : "business";
    return change(cli, "POST /v1/conversations/{id}/handover", { path, body: { to } }, conversationDetails);
  },
});
