import type { ResponseOf } from "../../../daemon/start/types/routes.ts";
import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import type { Column } from "../../lib/output/column.ts";
import { invitationColumns } from "./columns.ts";
import { roleOption } from "./options.ts";

const columns: Column<ResponseOf<"POST /v1/users/invitations">>[] = [
  { title: "token", value: (invitation) => invitation.token },
  ...invitationColumns,
];

const REMARK = "Pass the token on now: it is not shown again. The person runs: waypost users accept";

export const inviteUser = command({
  path: "users invite",
  summary: "Invite a user",
  description:
    "Invite a user. Waypost sends no mail: give the token to the person, who accepts with `waypost users accept` within a week.",
  output: "The invitation; `token` is what the person needs.",
  arguments: { email: { description: "E-mail address of the person" } },
  options: { role: { ...roleOption, required: true } },
  writes: true,
  examples: [
    { description: "A support agent", command: "waypost users invite ben@example.com --role agent" },
  ],
  run: ({ cli, arguments: { email }, options: { role } }) =>
    change(cli, "POST /v1/users/invitations", { body: { email, role } }, columns, REMARK),
});
