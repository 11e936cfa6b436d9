import { change } from "../../lib/actions/change.ts";
import { list } from "../../lib/actions/list.ts";
import { pagingOptions } from "../../lib/actions/paging.ts";
import { command } from "../../lib/command/command.ts";
import { given } from "../../lib/values/given.ts";
import { noteColumns } from "./columns.ts";

export const noteOnConversation = command({
  path: "conversations note",
  summary: "Add a note to a conversation, or list them",
  description: "Add a note to a conversation, or list them. Your colleagues read it; it is not sent.",
  output: "The new note, or one line for each note, newest first.",
  arguments: {
    id: { of: "conversations", description: "Conversation that it is about" },
    body: { description: "The note; without it, list the notes", optional: true },
  },
  options: {
    ...pagingOptions,
    mention: { value: "id", of: "colleagues", repeat: true, description: "User that the note is for" },
  },
  writes: true,
  examples: [
    {
      description: "Write one",
      command:
        'waypost conversations note cv_01J8Z3W6YB2Q4V5N7M8P9R0S1T "They want the table by the window."',
    },
    { description: "Read them", command: "waypost conversations note cv_01J8Z3W6YB2Q4V5N7M8P9R0S1T" },
  ],
  async run({ cli, arguments: { id, body }, options: { mention, ...options } }) {
    const path = { id };
    if (body === undefined)
      return await list(cli, "GET /v1/conversations/{id}/notes", { path }, noteColumns, options);
    const note = { body, ...given({ mentions: mention }) };
    await change(cli, "POST /v1/conversations/{id}/notes", { path, body: note }, noteColumns);
  },
});
