import type { Input } from "../../lib/command/command.ts";
import { drawQr, qrModules } from "./draw-qr.ts";
import type { qrShape } from "./pairing-definitions.ts";

/** Shows the QR code that is to be scanned now: drawn on a terminal, its text otherwise. */
export async function run({ cli, arguments: { id }, options }: Input<typeof qrShape>): Promise<void> {
  const client = await cli.client();
  const wait = options.wait ? WAIT_SECONDS : 0;
  const found = await client.call("GET /v1/channels/{id}/qr", { path: { id }, query: { wait } });
  if (found.qr === null) cli.output.note(`There is no code yet: the channel is ${found.status}.`);
  if (cli.output.format === "json") return cli.output.json(found);
  if (found.qr === null) return;
  if (cli.output.format === "plain") return cli.output.line(found, found.qr);
  const everywhere = { columns: cli.terminal.columns, rows: Number.POSITIVE_INFINITY };
  const lines = drawQr(qrModules(found.qr), everywhere, true) ?? [found.qr];
  await cli.output.line(found, lines.join("\n"));
}

const WAIT_SECONDS = 25;
