import { command } from "../../lib/command/command.ts";
import { failure } from "../../lib/failures/failure.ts";
import { pairedChannel } from "./arguments.ts";

export const showQr = command({
  path: "channels qr",
  summary: "Show the QR code of a pairing in progress",
  output: "The code: drawn on a terminal, otherwise the text to encode.",
  arguments: pairedChannel,
  options: { wait: { description: "Wait up to 25 s for a code" } },
  examples: [
    {
      description: "As a picture by another program",
      command: "waypost channels qr ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T --wait | qrencode -o code.png",
    },
  ],
  async run({ cli, arguments: { id }, options }) {
    const client = await cli.client();
    const wait = options.wait ? WAIT_SECONDS : 0;
    const found = await client.call("GET /v1/channels/{id}/qr", { path: { id }, query: { wait } });
    if (found.qr === null) cli.output.note(`There is no code yet: the channel is ${found.status}.`);
    if (cli.output.format === "json") return cli.output.json(found);
    if (found.qr === null) return;
    if (cli.output.format === "plain") return cli.output.line(found, found.qr);
    const { drawQr, qrModules, smallestRoom } = await import("./pairing/draw-qr.ts");
    const modules = qrModules(found.qr);
    const room = { columns: cli.terminal.columns, rows: Number.POSITIVE_INFINITY };
    const lines = drawQr(modules, room, { inverted: true });
    if (lines === null)
      throw failure(
        `the QR code is ${smallestRoom(modules, false).columns} columns wide: enlarge the window`,
      );
    await cli.output.line(found, lines.join("\n"));
  },
});

const WAIT_SECONDS = 25;
