import { list } from "../../lib/actions/list.ts";
import { pagingOptions } from "../../lib/actions/paging.ts";
import type { OpenLogin } from "../../lib/api/types/access.ts";
import { command } from "../../lib/command/command.ts";
import type { Column } from "../../lib/output/column.ts";

const columns: Column<OpenLogin>[] = [
  { title: "id", value: (login) => login.id },
  { title: "current", value: (login) => (login.current ? "yes" : "no"), optional: true },
  { title: "last used", value: (login) => login.last_used_at, kind: "time" },
  { title: "address", value: (login) => login.address },
  { title: "program", value: (login) => login.user_agent, cut: true },
  { title: "factor", value: (login) => login.factor, optional: true },
  { title: "created", value: (login) => login.created_at, kind: "time", optional: true },
];

export const listLogins = command({
  path: "logins list",
  summary: "List where you are logged in",
  description: "List where you are logged in, or another user with --user.",
  output:
    "One line for each login, newest first: id, whether this one, last use, address, program, second factor, creation.",
  options: { ...pagingOptions, user: { value: "id", of: "users", description: "Those of this user" } },
  examples: [
    { description: "Your own", command: "waypost logins list" },
    {
      description: "Another user's",
      command: "waypost logins list --user 01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11",
    },
  ],
  run: ({ cli, options: { user, ...paging } }) =>
    user === undefined
      ? list(cli, "GET /v1/auth/logins", {}, columns, paging)
      : list(cli, "GET /v1/users/{id}/logins", { path: { id: user } }, columns, paging),
});
