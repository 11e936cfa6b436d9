import { submit } from "../../lib/actions/submit.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { command } from "../../lib/command/command.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";
import { Failure, usageFailure } from "../../lib/failures/failure.ts";
import { own } from "../../lib/settings/settings.ts";
import { openInBrowser } from "../../lib/terminal/browser.ts";

/** The daemon's other pages for people, and their paths. */
const PAGES = { docs: "/docs", openapi: "/openapi.json" } as const;

export const open = command({
  path: "open",
  summary: "Open the daemon's page in the browser",
  description:
    "Open the daemon's page in the browser, its API reference (docs) or its OpenAPI document (openapi). On the daemon's machine, a login or a key that may do everything gets a link that logs the browser in, once, within a minute; elsewhere the page asks for a password. Where there is no browser, the address is printed.",
  output: "The address.",
  arguments: { page: { description: "docs or openapi (default: the page)", optional: true } },
  options: { print: { description: "Print the address, and open nothing" } },
  examples: [
    { description: "Its page", command: "waypost open" },
    { description: "The API reference", command: "waypost open docs" },
    { description: "Generate a client", command: 'curl -o openapi.json "$(waypost open openapi --print)"' },
  ],
  writes: true,
  exitCodes: [ExitCode.unreachable],
  async run({ cli, arguments: { page }, options }) {
    const url = page === undefined ? await pageUrl(cli) : await addressOf(cli, page);
    if (url === null) return;
    const isOpened = !options.print && cli.terminal.isOutput && openInBrowser(url, cli.environment);
    await cli.output.line({ url }, url);
    if (!isOpened && !options.print) cli.output.note("There is no browser here; open the address in one.");
  },
});

async function addressOf(cli: Cli, page: string): Promise<string> {
  const path = own<string>(PAGES, page);
  if (path !== undefined) return (await cli.settings()).url + path;
  throw usageFailure(
    `there is no page '${page}'`,
    `There are: ${Object.keys(PAGES).join(", ")}, and without a name the page itself.`,
  );
}

/** The page, by a link that logs in where the daemon gives one; null with --dry-run. */
async function pageUrl(cli: Cli): Promise<string | null> {
  const { url, apiKey, token } = await cli.settings();
  if (apiKey === null && token === null) return `${url}/`;
  const link = await submit(cli, "POST /v1/auth/links", {}).catch(withoutLink);
  return link === undefined ? null : (link?.url ?? `${url}/`);
}

function withoutLink(error: unknown): null {
  const status = error instanceof Failure ? error.details.status : undefined;
  if (status !== undefined && status >= 400 && status < 500) return null;
  throw error;
}
