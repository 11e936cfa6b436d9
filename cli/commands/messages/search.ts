import { list } from "../../lib/actions/list.ts";
import { pagingOptions } from "../../lib/actions/paging.ts";
import type { FoundMessage } from "../../lib/api/types/messages.ts";
import { command } from "../../lib/command/command.ts";
import type { Column } from "../../lib/output/column.ts";
import { ago } from "../../lib/values/duration.ts";
import { given } from "../../lib/values/given.ts";
import { messageColumns } from "./columns.ts";

const TITLES = ["id", "name", "number", "created", "direction", "channel"];

const columns: Column<FoundMessage>[] = [
  ...messageColumns.filter(({ title }) => TITLES.includes(title)),
  { title: "text", value: ({ text }) => text, cut: 30, marks: ({ highlights }) => highlights },
];

export const searchMessages = command({
  path: "messages search",
  summary: "Search messages by what was said",
  output:
    "One line for each message, newest first: id, name, number, created, direction, channel, text; on a terminal the words that were found are bold.",
  arguments: {
    words: {
      description: "Words that the message must all have, in any order; the beginnings of words are enough",
      repeat: true,
    },
  },
  options: {
    channel: { value: "id", of: "channels", description: "Only of this channel" },
    conversation: { value: "id", of: "conversations", description: "Only of this conversation" },
    contact: { value: "id", of: "contacts", description: "Only with this contact" },
    direction: {
      value: "direction",
      choices: ["inbound", "outbound"],
      description: "Only received or only sent ones",
    },
    since: { value: "time", description: "Only since: 2h, 7d (ago) or a date" },
    until: { value: "time", description: "Only before: 2h, 7d (ago) or a date" },
    ...pagingOptions,
  },
  examples: [
    { description: "Messages about an order", command: "waypost messages search order 4711" },
    {
      description: "Messages of one person, of the last week",
      command:
        "waypost messages search invoice --contact ct_01JDB2M5S8V0ZC3K7Q2M4N6P8T --direction inbound --since 7d",
    },
  ],
  run: ({ cli, arguments: { words }, options }) => {
    const { channel, conversation, contact, direction, since, until } = options;
    const filters = given({
      ...{ channel_id: channel, conversation_id: conversation, contact_id: contact, direction },
      ...{ from: ago(since), to: ago(until) },
    });
    return list(
      cli,
      "GET /v1/messages/search",
      { query: { q: words.join(" "), ...filters } },
      columns,
      options,
    );
  },
});
