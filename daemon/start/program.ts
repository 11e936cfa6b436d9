import { Command } from "commander";
import { migrate } from "../../db/schema/migrate.ts";
import { loadConfig } from "../config/config.ts";
import { ownUrl } from "../http/own-url.ts";
import { createLog } from "../lib/log.ts";
import { VERSION } from "../lib/version.ts";
import { describeSecrets } from "../organizations/create.ts";
import { prepareToShow } from "../secrets/show-once.ts";
import { addProfile } from "./cli-profile.ts";
import { auditCommands } from "./commands/audit.ts";
import { inboundCommands } from "./commands/inbound.ts";
import { keyCommands } from "./commands/keys.ts";
import { organizationCommands } from "./commands/organizations.ts";
import { runRotation } from "./commands/secrets.ts";
import { userCommands } from "./commands/users.ts";
import { openDatabase } from "./database.ts";
import { exitCodeOf, explainFailedStart } from "./failed-start.ts";
import { initialize } from "./init.ts";
import { serve, stopSignal } from "./serve.ts";
import { withDatabase } from "./with-database.ts";

type SandboxOptions = { webhookUrl: string; tls?: boolean; folder?: string; bans?: string | true };

const program = new Command("waypostd")
  .description("The Waypost daemon: WhatsApp messaging over one HTTP API")
  .version(VERSION)
  .addHelpText("after", "\nSettings come from the environment and a TOML file: see docs/configuration.md.");

program
  .command("serve", { isDefault: true })
  .description("run the daemon (the default)")
  .option("--sandbox", "use a sandbox on this machine instead of WhatsApp: no account, no internet")
  .option("--role <roles>", "what it does, separated by commas: api, worker, gateway (default: all)")
  // what is no command's name arrives here, as the default's argument
  .allowExcessArguments()
  .action(async (options: { sandbox?: boolean; role?: string }, { args: [unknown] }: Command) => {
    if (unknown !== undefined) program.error(`error: unknown command '${unknown}'; see waypostd --help`);
    // a closed output must not end the daemon
    for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
    const environment =
      options.role === undefined ? process.env : { ...process.env, WAYPOST_ROLE: options.role };
    await serve(environment, options.sandbox === true);
    // Baileys' timers would keep the process for another half minute.
    process.exit();
  });

program
  .command("init")
  .description("create the organisation, its first user and a key; shows the secrets once")
  .option("--org <name>", "name of the organisation", "My organisation")
  .option("--email <address>", "email address of the first user", "owner@localhost")
  .option("--json", "print JSON")
  .action((options: { org: string; email: string; json?: boolean }) =>
    withDatabase(async ({ sql, database, config }) => {
      const show = await prepareToShow(process.stdout, config.home, options.json);
      const made = await initialize(sql, database.secrets, {
        ...{ name: options.org, email: options.email, cell: config.cell },
      });
      if (made === null) {
        process.stderr.write(
          "There is an organisation already; nothing was changed. If its key is lost, create another: waypostd keys create\n",
        );
        return;
      }
      await show("init", options.json ? `${JSON.stringify(made)}\n` : describeSecrets(made));
      const { api_key, organization_id } = made;
      const profile = { url: ownUrl(config), api_key, organization_id };
      process.stderr.write(`${await addProfile(process.env, profile)}\n`);
    }),
  );

program
  .command("migrate")
  .description("migrate the database to this version's schema")
  .option("--go-back", "replace what a newer version has put in place with this version's")
  .action(async ({ goBack = false }: { goBack?: boolean }) => {
    const database = await openDatabase(loadConfig(), createLog("warn"));
    const report = (line: string) => process.stderr.write(`${line}\n`);
    try {
      const { migrations, functions } = await migrate(database.databaseUrl, {
        version: VERSION,
        goBack,
        inPlace: database.pooledUrl !== undefined,
        report,
      });
      const applied = [...migrations, ...functions];
      process.stdout.write(applied.length === 0 ? "nothing to do\n" : `${applied.join("\n")}\n`);
    } finally {
      await database.close();
    }
  });

program
  .command("secrets")
  .description("manage the master key, which encrypts the secrets in the database")
  .command("rotate")
  .description("replace the master key while daemons run, and encrypt everything again; see docs/secrets.md")
  .option("--json", "print JSON")
  .action(async (options: { json?: boolean }) => {
    const database = await openDatabase(loadConfig(), createLog("warn"));
    try {
      await runRotation(database, options.json === true);
    } finally {
      await database.close();
    }
  });

program
  .command("sandbox")
  .description("run only the sandbox (port: WAYPOST_SANDBOX_PORT)")
  .option("--webhook-url <url>", "where webhooks go", "http://127.0.0.1:8484/v1/providers/whatsapp/webhook")
  .option("--bans [file]", "ban paired numbers by rules: the usual ones, or what a JSON file changes in them")
  .option("--tls", "serve WhatsApp Web over TLS, with a certificate of its own")
  .option(
    "--folder <path>",
    "where it keeps accounts, templates and linked devices; without it, it forgets them",
  )
  .action(async ({ bans, ...options }: SandboxOptions) => {
    const stopped = stopSignal();
    const { startSandbox } = await import("../sandbox/start.ts");
    const { readRules } = await import("../sandbox/whatsapp-web/bans/read-rules.ts");
    const rules = bans === undefined ? {} : { bans: readRules(bans) };
    const sandbox = await startSandbox({ port: loadConfig().sandboxPort, ...options, ...rules });
    if (sandbox.absent !== null) process.stderr.write(`${sandbox.absent}\n`);
    const lines = Object.entries(sandbox.environment).map(([name, value]) => `${name}=${value}`);
    process.stdout.write(
      `The sandbox runs at ${sandbox.graph.url}. A daemon that uses it:\n\n${lines.join("\n")}\n`,
    );
    await stopped;
    await sandbox.stop();
  });

auditCommands(program);
inboundCommands(program);
keyCommands(program);
organizationCommands(program);
userCommands(program);

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`waypostd: ${explainFailedStart(error)}\n`);
  // what had been started may keep the process alive
  process.exit(exitCodeOf(error));
}
