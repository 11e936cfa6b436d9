import { showRequest } from "../../lib/actions/submit.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { command } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { askAllPages, askApi, isJson } from "./ask.ts";
import { apiOptions } from "./options.ts";
import { planApiRequest } from "./plan.ts";

export const api = command({
  path: "api",
  summary: "Make any request to the HTTP API",
  description:
    "Make any request to the HTTP API with your key, and print the response as it comes: JSON, files and streams. For the paths, see the API reference: waypost open",
  output: "The body of the response, JSON indented; --jq takes parts of it.",
  arguments: {
    method: { description: "GET, POST, PUT, PATCH or DELETE; may be left out for GET" },
    path: { description: "Path below the daemon's address: /v1/channels", optional: true },
  },
  options: apiOptions,
  writes: true,
  examples: [
    { description: "Read something", command: "waypost api GET /v1/channels" },
    { description: "All pages of a list", command: "waypost api /v1/messages -F status=failed --paginate" },
    {
      description: "Send a message",
      command:
        "waypost api POST /v1/messages -f channel_id=ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T -f to=4915112345678 -f type=text -f content[text]=Hello",
    },
    {
      description: "A body from another program",
      command: "jq -n '{name: \"VIP\"}' | waypost api POST /v1/crm/lists --input -",
    },
  ],
  async run({ cli, arguments: { method, path }, options }) {
    const planned = await planApiRequest({ method, path }, options);
    if (cli.dryRun) return await showRequest(cli, (await cli.settings()).url, planned);
    if (!options.paginate) return await print(cli, await askApi(cli, planned), options.include);
    if (planned.method !== "GET") throw usageFailure("--paginate works only with GET");
    await cli.output.json(await askAllPages(cli, planned));
  },
});

async function print({ output }: Cli, response: Response, include: boolean): Promise<void> {
  if (include) await output.bytes(headOf(response));
  if (!isJson(response)) return await output.bytes(response.body ?? new Blob().stream());
  await output.json(await response.json());
}

/** The status and headers as HTTP writes them. */
function headOf({ status, headers }: Response): ReadableStream<Uint8Array> {
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`);
  return new Blob([[`HTTP ${status}`, ...lines, "", ""].join("\n")]).stream();
}
