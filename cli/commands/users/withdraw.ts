import { remove } from "../../lib/actions/remove.ts";
import { command } from "../../lib/command/command.ts";
import { yesOption } from "../../lib/input/agree.ts";

export const withdrawInvitation = command({
  path: "users withdraw",
  summary: "Withdraw an invitation",
  output: "Nothing.",
  arguments: { id: { of: "invitations", description: "Invitation to withdraw" } },
  options: yesOption,
  writes: true,
  examples: [
    { description: "Withdraw one", command: "waypost users withdraw inv_01JDB2M5S8V0ZC3K7Q2M4N6P8R --yes" },
  ],
  run: ({ cli, arguments: path, options: { yes } }) =>
    remove(cli, "DELETE /v1/users/invitations/{id}", {
      path,
      yes,
      question: `Withdraw ${path.id}?`,
      done: `Withdrew ${path.id}.`,
    }),
});
