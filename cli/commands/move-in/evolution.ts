import { command } from "../../lib/command/command.ts";
import { API_EXIT_CODES, ExitCode } from "../../lib/failures/exit-codes.ts";
import { databaseGiven } from "./database-given.ts";
import { moveOptions } from "./options.ts";
import { openEvolution } from "./read/evolution/evolution.ts";
import { moveIn } from "./run.ts";

export const moveInEvolution = command({
  path: "move-in evolution",
  summary: "Move from Evolution API, with the past",
  description:
    "Move from Evolution API, version 2: its numbers with their logins, proxies and settings, its webhooks as endpoints that get events in its form, its contacts, and its messages in their conversations. First it shows what was found and what is missing. Only reads there. May be repeated, also after it was interrupted: what is here already stays as it is. Exits with 5 when something of it was refused.",
  output: "The plan, then what was moved of each number.",
  options: {
    database: {
      value: "url",
      description: "URL of its Postgres or MySQL; `-` reads it from standard input",
      required: true,
    },
    files: { value: "folder", description: "Its folder `instances`, which has the keys of the logins" },
    ...moveOptions,
  },
  examples: [
    {
      description: "Look first",
      command: 'echo "$DATABASE_URL" | waypost move-in evolution --database - --files ./instances --dry-run',
    },
    {
      description: "Only the past",
      command:
        "waypost move-in evolution --database postgres://user:password@db/evolution --only contacts,messages --yes",
    },
  ],
  exitCodes: [...API_EXIT_CODES, ExitCode.failed],
  async run({ cli, options }) {
    const { database, files } = options;
    await moveIn(cli, options, async () => await openEvolution(await databaseGiven(database), files));
  },
});
