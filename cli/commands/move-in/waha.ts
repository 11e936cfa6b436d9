import { command } from "../../lib/command/command.ts";
import { API_EXIT_CODES, ExitCode } from "../../lib/failures/exit-codes.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { databaseGiven } from "./database-given.ts";
import { moveOptions } from "./options.ts";
import { openWaha } from "./read/waha/waha.ts";
import { moveIn } from "./run.ts";

export const moveInWaha = command({
  path: "move-in waha",
  summary: "Move from WAHA, with the past",
  description:
    "Move from WAHA with its engines NOWEB and GOWS: its sessions with their proxies, its webhooks as endpoints that get events in its form, its contacts, and its messages in their conversations. First it shows what was found and what is missing. Only reads there. May be repeated, also after it was interrupted: what is here already stays as it is. Exits with 5 when something of it was refused.",
  output: "The plan, then what was moved of each session.",
  options: {
    database: {
      value: "url",
      description:
        "URL of its Postgres, where it has one; its databases beside it are found. `-` reads it from standard input",
    },
    files: { value: "folder", description: "Its folder `.sessions`, copied when it was stopped" },
    ...moveOptions,
  },
  examples: [
    { description: "Look first", command: "waypost move-in waha --files ./.sessions --dry-run" },
    {
      description: "Where the sessions are in Postgres",
      command: 'echo "$WHATSAPP_SESSIONS_POSTGRESQL_URL" | waypost move-in waha --database - --yes',
    },
  ],
  exitCodes: [...API_EXIT_CODES, ExitCode.failed],
  async run({ cli, options }) {
    const { files } = options;
    if (options.database === undefined && files === undefined)
      throw usageFailure(
        "say where WAHA keeps its sessions",
        "Give --files with its folder, or --database, or both.",
      );
    const database =
      options.database === undefined ? undefined : await databaseGiven(options.database, "postgres");
    await moveIn(cli, options, () => openWaha({ database, files }));
  },
});
