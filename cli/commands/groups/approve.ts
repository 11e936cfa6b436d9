import { command } from "../../lib/command/command.ts";
import { answerJoinRequests } from "./answer-join-requests.ts";
import { channelOption, groupArgument, requestOption } from "./arguments.ts";

export const approveJoinRequests = command({
  path: "groups approve",
  summary: "Approve requests to join a group of an official number",
  output: "One line for each request: its id, whether it was done.",
  arguments: groupArgument,
  options: { ...requestOption, ...channelOption },
  writes: true,
  examples: [
    {
      description: "One of those that `groups requests` lists",
      command: "waypost groups approve Y2FwaV9ncm91cDoxNzA1NTU1MDEzOQZD --request MTY0NjcwNDM1OTU6MTIw",
    },
  ],
  run: ({ cli, arguments: { group }, options }) => answerJoinRequests(cli, "approve", group, options),
});
