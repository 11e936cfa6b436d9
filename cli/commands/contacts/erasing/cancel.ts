import { change } from "../../../lib/actions/change.ts";
import { command } from "../../../lib/command/command.ts";
import { erasureColumns } from "./columns.ts";

export const cancelErasure = command({
  path: "contacts cancel-erasure",
  summary: "Cancel an erasure that has not begun",
  output: "The erasure's record.",
  arguments: { erasure: { of: "erasures", description: "Erasure to cancel" } },
  writes: true,
  examples: [
    {
      description: "They changed their mind",
      command: "waypost contacts cancel-erasure ers_01JDB2M5S8V0ZC3K7Q2M4N6P95",
    },
  ],
  run: ({ cli, arguments: { erasure: id } }) =>
    change(cli, "POST /v1/contacts/erasures/{id}/cancel", { path: { id } }, erasureColumns),
});
