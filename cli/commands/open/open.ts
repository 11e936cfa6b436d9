import { command } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { own } from "../../lib/settings/settings.ts";
import { openInBrowser } from "../../lib/terminal/browser.ts";

/** The daemon's pages for people, and their paths. */
const PAGES = { docs: "/docs", openapi: "/openapi.json" } as const;

export const open = command({
  path: "open",
  summary: "Open the daemon's API reference in the browser",
  description:
    "Open the API reference that the daemon serves in the browser, or its OpenAPI document. Where there is no browser, the address is printed.",
  output: "The address.",
  arguments: { page: { description: "docs (default) or openapi", optional: true } },
  options: { print: { description: "Print the address, and open nothing" } },
  examples: [
    { description: "The API reference", command: "waypost open" },
    { description: "Generate a client", command: 'curl -o openapi.json "$(waypost open openapi --print)"' },
  ],
  exitCodes: [],
  async run({ cli, arguments: { page = "docs" }, options }) {
    const path = own<string>(PAGES, page);
    if (path === undefined)
      throw usageFailure(`there is no page '${page}'`, `There are: ${Object.keys(PAGES).join(", ")}.`);
    const url = (await cli.settings()).url + path;
    const isOpened = !options.print && cli.terminal.isOutput && openInBrowser(url, cli.environment);
    await cli.output.line({ url }, url);
    if (!isOpened && !options.print) cli.output.note("There is no browser here; open the address in one.");
  },
});
