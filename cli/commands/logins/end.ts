import { remove } from "../../lib/actions/remove.ts";
import { command } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { yesOption } from "../../lib/input/agree.ts";

export const endLogins = command({
  path: "logins end",
  summary: "End logins",
  description:
    "End one of your logins, with --others all but this one, with --all every one of them, or with --user all of another user's, who can log in again.",
  output: "Nothing.",
  arguments: { id: { description: "Login to end", optional: true } },
  options: {
    ...yesOption,
    others: { description: "All of yours but this one" },
    all: { description: "All of yours, this one too" },
    user: { value: "id", of: "users", description: "All of this user's" },
  },
  writes: true,
  examples: [
    { description: "One", command: "waypost logins end 01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11 --yes" },
    { description: "Stay logged in here alone", command: "waypost logins end --others --yes" },
    {
      description: "Log a user out everywhere",
      command: "waypost logins end --user 01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11 --yes",
    },
  ],
  async run({ cli, arguments: { id }, options: { yes, others, all, user } }) {
    const chosen = [id !== undefined, others, all, user !== undefined].filter(Boolean).length;
    if (chosen !== 1) throw usageFailure("give a login's id, --others, --all or --user, one of them");
    if (id !== undefined)
      return await remove(cli, "DELETE /v1/auth/logins/{id}", {
        ...{ path: { id }, yes, question: `End the login ${id}?`, done: `Ended ${id}.` },
      });
    if (user !== undefined)
      return await remove(cli, "DELETE /v1/users/{id}/logins", {
        ...{ path: { id: user }, yes, question: `Log ${user} out everywhere?`, done: `Logged ${user} out.` },
      });
    await remove(cli, "DELETE /v1/auth/logins", {
      ...{ query: { keep_current: others === true }, yes, done: "Ended." },
      question: others ? "End all of your logins but this one?" : "Log out everywhere, here too?",
    });
  },
});
