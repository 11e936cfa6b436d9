import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { agree, yesOption } from "../../lib/input/agree.ts";
import { conversationDetails } from "./columns.ts";

export const holdLegally = command({
  path: "conversations legal-hold",
  summary: "Keep a conversation beyond every retention",
  description:
    "Put a conversation under a legal hold: its messages and files are kept beyond every retention, and its person can't be erased, until it is released.",
  output: "The conversation's record.",
  arguments: { id: { of: "conversations", description: "Conversation to keep" } },
  options: {
    reason: { value: "text", description: "Why, such as the number of a case" },
    release: { description: "Release it: what is past its retention is deleted" },
    ...yesOption,
  },
  writes: true,
  examples: [
    {
      description: "Keep it for a case",
      command: 'waypost conversations legal-hold cv_01J8Z3W6YB2Q4V5N7M8P9R0S1T --reason "Case 2026-114"',
    },
    {
      description: "The case is over",
      command: "waypost conversations legal-hold cv_01J8Z3W6YB2Q4V5N7M8P9R0S1T --release --yes",
    },
  ],
  async run({ cli, arguments: path, options: { reason, release, yes } }) {
    if (release) {
      await agree(cli, yes, "Release it? What is past its retention will be deleted for good.");
      return await change(cli, "DELETE /v1/conversations/{id}/legal_hold", { path }, conversationDetails);
    }
    if (reason === undefined)
      throw usageFailure("say why it is kept", "Give --reason, or --release to end it.");
    await change(
      cli,
      "PUT /v1/conversations/{id}/legal_hold",
      { path, body: { reason } },
      conversationDetails,
    );
  },
});
