import { remove } from "../../lib/actions/remove.ts";
import { command } from "../../lib/command/command.ts";
import { yesOption } from "../../lib/input/agree.ts";

export const deleteRateCard = command({
  path: "rate-card delete",
  summary: "Delete a rate card",
  description:
    "Delete the rate card that is valid from a day; the one before it is then valid in its place, and what messages cost since then is counted again by that. Needs a key of the operator's organisation.",
  output: "Nothing.",
  arguments: {
    day: { description: "Its first day, such as 2026-10-01" },
  },
  options: yesOption,
  writes: true,
  examples: [{ description: "Delete one", command: "waypost rate-card delete 2026-10-01 --yes" }],
  run: ({ cli, arguments: { day }, options: { yes } }) =>
    remove(cli, "DELETE /v1/rate-card", {
      query: { valid_from: day },
      ...{ yes, question: `Delete the rate card from ${day}?` },
    }),
});
