import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { assigneeOf } from "../../lib/values/assignee.ts";
import { fromNow } from "../../lib/values/duration.ts";
import { given } from "../../lib/values/given.ts";
import { conversationDetails } from "./columns.ts";
import { conversationStatuses } from "./statuses.ts";

export const updateConversation = command({
  path: "conversations update",
  summary: "Change a conversation's status or assignment",
  output: "The conversation's record.",
  arguments: { id: { of: "conversations", description: "Conversation to change" } },
  options: {
    status: { value: "status", choices: conversationStatuses, description: "New status" },
    until: {
      value: "time",
      description:
        "Snooze it until then: 2h, 3d (from now) or a date; without it, `--status snoozed` is until they write",
    },
    assignee: {
      value: "id",
      of: "colleagues",
      description: "User to assign it to, or `me`; `none` unassigns it",
    },
    team: { value: "id", of: "teams", description: "Team to assign it to; `none` takes it from its team" },
  },
  writes: true,
  examples: [
    {
      description: "Done",
      command: "waypost conversations update cv_01J8Z3W6YB2Q4V5N7M8P9R0S1T --status closed",
    },
    {
      description: "Out of the way until Monday; sooner if they write",
      command: "waypost conversations update cv_01J8Z3W6YB2Q4V5N7M8P9R0S1T --until 2027-02-01T09:00",
    },
    {
      description: "Unassign it",
      command: "waypost conversations update cv_01J8Z3W6YB2Q4V5N7M8P9R0S1T --assignee none",
    },
  ],
  async run({ cli, arguments: path, options: { status, assignee, team, until } }) {
    if (status === undefined && assignee === undefined && team === undefined && until === undefined)
      throw usageFailure("nothing to change", "Give --status, --until, --assignee or --team.");
    const body = given({
      status: until === undefined ? status : (status ?? "snoozed"),
      assignee_id: assigneeOf(assignee),
      team_id: assigneeOf(team),
      snoozed_until: fromNow(until) ?? (status === "snoozed" ? null : undefined),
    });
    await change(cli, "PATCH /v1/conversations/{id}", { path, body }, conversationDetails);
  },
});
