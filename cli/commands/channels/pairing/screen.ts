import type { Client } from "../../../lib/api/client.ts";
import type { Qr } from "../../../lib/api/types/channels.ts";
import type { Cli } from "../../../lib/command/cli.ts";
import { drawQr, qrModules } from "./draw-qr.ts";
import { scanCommand } from "./scan-command.ts";
import type { PairingScreen, ScreenOptions } from "./screen-types.ts";

/** Redrawn in place on a terminal, otherwise a line for each thing that changes. */
export async function openPairingScreen(
  cli: Cli,
  client: Client,
  options: ScreenOptions,
): Promise<PairingScreen> {
  if (cli.output.format !== "terminal" || !cli.terminal.canRedraw) return openLines(cli, options.code);
  const { openTerminalScreen } = await import("./terminal-screen.ts");
  return await openTerminalScreen(cli, client, options);
}

async function openLines({ output }: Cli, code: string | null): Promise<PairingScreen> {
  let shownQr: string | undefined;
  let shownStatus: string | undefined;
  let shownStep: Qr["state"] | undefined;
  if (code !== null)
    await output.line({ event: "pairing_code", pairing_code: code }, `pairing_code\t${code}`);
  return {
    async show({ channel: { id, status, status_reason: reason, sandbox }, qr, passkey }) {
      if (status !== shownStatus) output.note(`${id} is ${status}${reason ? `: ${reason}` : ""}`);
      shownStatus = status;
      if (passkey !== null && passkey.step !== shownStep) {
        const { step, url, code, expiresAt, words } = passkey;
        output.note(words.join("\n"));
        const line = ["passkey", step, url, code ?? "-"].join("\t");
        await output.line({ event: "passkey", state: step, url, code, expires_at: expiresAt }, line);
      }
      shownStep = passkey?.step;
      if (qr === null || qr.text === shownQr) return;
      if (sandbox && shownQr === undefined) output.note(`Sandbox: scan it with ${scanCommand(id).join(" ")}`);
      shownQr = qr.text;
      const { text, attempt, expiresAt } = qr;
      const line =
        output.format === "terminal" ? drawing(text) : ["qr", attempt, expiresAt ?? "-", text].join("\t");
      await output.line({ event: "qr", attempt, expires_at: expiresAt, qr: text }, line);
    },
    close: async () => {},
    connected: (channel) =>
      output.line({ event: "connected", channel }, `connected\t${channel.phone_number ?? channel.id}`),
  };
}

/** For terminals that can't draw in place: as large as it is, in lines that stay. */
function drawing(text: string): string {
  const room = { columns: Number.POSITIVE_INFINITY, rows: Number.POSITIVE_INFINITY };
  return (drawQr(qrModules(text), room, { inverted: true }) ?? [text]).join("\n");
}
