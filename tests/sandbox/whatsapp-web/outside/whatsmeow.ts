/**
 * A client of WhatsApp Web that is none of ours: whatsmeow in Go, unchanged, of which only the address and the root key
 * are ours. Needs Go, and its module proxy for the first build, which stays in the user's cache; `missing` says what is
 * not there.
 */
import { join } from "node:path";
import type { WhatsAppWebSandbox } from "../../../../daemon/sandbox/whatsapp-web/sandbox.ts";
import { buildGoProgram } from "../../../../scripts/lib/go-program.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { eventually } from "../../../support/until.ts";

/** An event that the program prints. */
// biome-ignore lint/suspicious/noExplicitAny: each event has details of its own
export type WhatsmeowEvent = { event: string } & Record<string, any>;

type Order = {
  to?: string;
  text?: string;
  picture?: string;
  ask?: string;
  edit?: string;
  react?: string;
  options?: string[];
  members?: string[];
  link?: string;
  assertion?: object;
};

export type Whatsmeow = {
  events: readonly WhatsmeowEvent[];
  /** The first event that fits, once it is there. */
  until(event: string, fits?: (event: WhatsmeowEvent) => boolean): Promise<WhatsmeowEvent>;
  /**
   * Sends a text, a picture with a text below it, or a question with options, to a number or a group; edits a message or
   * reacts to one; asks something; or links with a code for a number's phone or the signature of a passkey.
   */
  order(order: Order): void;
  /** Ends it; its login is kept in the folder. */
  stop(): Promise<void>;
};

/** The path of the program, or what is missing to build it. */
export function buildWhatsmeow(): Promise<{ path: string } | { missing: string }> {
  return buildGoProgram(join(import.meta.dir, "whatsmeow"));
}

/** Starts the program with the login of a folder, or without one in a folder of its own. */
export async function startWhatsmeow(
  path: string,
  { url, rootKey, certificate }: WhatsAppWebSandbox,
  folder = temporaryFolder("whatsmeow"),
): Promise<Whatsmeow> {
  const trusted = join(folder, "certificate.pem");
  await Bun.write(trusted, certificate.cert);
  const child = Bun.spawn([path, url, rootKey, trusted, join(folder, "login.db")], {
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  });
  const events: WhatsmeowEvent[] = [];
  const reading = read(child.stdout, events);
  return {
    events,
    until: (event, fits = () => true) =>
      eventually(`${event} of whatsmeow`, async () => {
        if (child.exitCode !== null) throw new Error(`whatsmeow has ended: ${JSON.stringify(events.at(-1))}`);
        return events.find((one) => one.event === event && fits(one));
      }),
    order(order) {
      child.stdin.write(`${JSON.stringify(order)}\n`);
      child.stdin.flush();
    },
    async stop() {
      child.stdin.end();
      await child.exited;
      await reading;
    },
  };
}

async function read(output: ReadableStream<Uint8Array>, events: WhatsmeowEvent[]): Promise<void> {
  let rest = "";
  const decoder = new TextDecoder();
  for await (const chunk of output) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines)
      if (line.startsWith("{")) events.push(JSON.parse(line));
      else if (line !== "") process.stderr.write(`${line}\n`);
  }
}
