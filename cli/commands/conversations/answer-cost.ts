import { show } from "../../lib/actions/show.ts";
import { command } from "../../lib/command/command.ts";

export const showAnswerCost = command({
  path: "conversations answer-cost",
  summary: "Show what an answer costs now",
  description:
    "Show what WhatsApp charges for the next answer in a conversation, by the rate card and what the number has had delivered this month.",
  output: "amount, currency, type (regular, or why it is free), and until when it is free.",
  arguments: { id: { of: "conversations", description: "The conversation" } },
  examples: [
    {
      description: "Of one conversation",
      command: "waypost conversations answer-cost cv_01JDB2M5S8V0ZC3K7Q2M4N6P8S",
    },
  ],
  run: ({ cli, arguments: path }) =>
    show(cli, "GET /v1/conversations/{id}/answer_cost", { path }, [
      { title: "amount", value: ({ amount }) => amount },
      { title: "currency", value: ({ currency }) => currency },
      { title: "type", value: ({ type }) => type },
      { title: "free until", value: ({ free_until }) => free_until, kind: "time" },
    ]),
});
