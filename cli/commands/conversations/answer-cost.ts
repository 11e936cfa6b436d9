import { show } from "../../lib/actions/show.ts";
import { command } from "../../lib/command/command.ts";
import { fromNow } from "../../lib/values/duration.ts";

export const showAnswerCost = command({
  path: "conversations answer-cost",
  summary: "Show what an answer costs",
  description:
    "Show what WhatsApp charges for an answer in a conversation, now or later, by the rate card and what the number has had delivered in that month.",
  output: "amount, currency, type (regular, or why it is free), and until when it is free.",
  arguments: { id: { of: "conversations", description: "The conversation" } },
  options: {
    at: { value: "time", description: "Sent later: 30m, 2h (from now) or a date, at most 30 days ahead" },
  },
  examples: [
    {
      description: "Of one conversation",
      command: "waypost conversations answer-cost cv_01JDB2M5S8V0ZC3K7Q2M4N6P8S",
    },
  ],
  run: ({ cli, arguments: path, options: { at } }) => {
    const later = fromNow(at);
    const query = later === undefined ? {} : { scheduled_at: later };
    return show(cli, "GET /v1/conversations/{id}/answer_cost", { path, query }, [
      { title: "amount", value: ({ amount }) => amount },
      { title: "currency", value: ({ currency }) => currency },
      { title: "type", value: ({ type }) => type },
      { title: "free until", value: ({ free_until }) => free_until, kind: "time" },
    ]);
  },
});
