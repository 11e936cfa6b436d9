/** One file, from the command line to a person's phone. */

import type { SandboxClient } from "../sessions/pairing.ts";
import { fromSource } from "../stage/process.ts";
import type { Stage } from "../stage/stage.ts";
import type { GeneratedFile } from "./file.ts";

/** A number that files are sent from. */
export type Sender = { platform: "official" | "paired"; channelId: string };

type Message = { id: string; status: string; provider_message_id: string | null; error: object | null };
type Shown = { sha256?: string; problem?: string } | null;

const PAUSE_MS = 5;
const LONGEST_WAIT_MS = 120_000;

let people = 0;

/** Somebody who got nothing just now: a number writes to the same person only so often. */
function nextPerson(): string {
  return String(15_550_000_001 + (people++ % 90));
}

/**
 * Sends a file by `waypost send --file` and waits until it is on the phone. Returns the seconds of all that. Throws when
 * other bytes come there.
 */
export async function sendFile(
  stage: Stage,
  sandbox: SandboxClient,
  sender: Sender,
  file: GeneratedFile,
): Promise<number> {
  const to = nextPerson();
  const startedAt = performance.now();
  const id = await runSend(stage, sender, to, file);
  const shown = await untilThere(stage, sandbox, { ...sender, to }, id);
  const seconds = (performance.now() - startedAt) / 1000;
  if (shown.sha256 !== file.sha256)
    throw new Error(`${file.name}: other bytes came: ${JSON.stringify(shown)}`);
  return seconds;
}

async function runSend(
  { daemon }: Stage,
  { channelId }: Sender,
  to: string,
  { path, as }: GeneratedFile,
): Promise<string> {
  const command = ["send", "--channel", channelId, "--to", to, "--file", path, "--as", as, "--json"];
  const child = Bun.spawn([...fromSource("cli/main.ts"), ...command], {
    env: {
      PATH: process.env.PATH,
      HOME: "/nonexistent",
      WAYPOST_URL: daemon.url,
      WAYPOST_API_KEY: daemon.key,
    },
    ...{ stdin: "ignore", stdout: "pipe", stderr: "pipe" },
  });
  const [stdout, stderr, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (code !== 0) throw new Error(`waypost send ended with ${code}: ${stderr}`);
  return JSON.parse(stdout).id;
}

async function untilThere(
  { daemon: { api } }: Stage,
  sandbox: SandboxClient,
  { platform, to }: Sender & { to: string },
  id: string,
): Promise<NonNullable<Shown>> {
  const giveUpAt = performance.now() + LONGEST_WAIT_MS;
  while (performance.now() < giveUpAt) {
    const found = platform === "official" ? await atPerson(sandbox, id) : await onPhone(api, sandbox, to, id);
    if (found !== null) return found;
    await Bun.sleep(PAUSE_MS);
  }
  throw new Error(
    `the file is not there: ${JSON.stringify(await api<Message>("GET", `/v1/messages/${id}`))}`,
  );
}

async function atPerson(sandbox: SandboxClient, id: string): Promise<Shown> {
  const { data } = await sandbox<{ data: { files: Shown[] }[] }>("GET", `messages?callback=${id}`);
  return data[0]?.files[0] ?? null;
}

async function onPhone(
  api: Stage["daemon"]["api"],
  sandbox: SandboxClient,
  to: string,
  id: string,
): Promise<Shown> {
  const { provider_message_id } = await api<Message>("GET", `/v1/messages/${id}`);
  if (provider_message_id === null) return null;
  const path = `phones/${to}/messages?id=${provider_message_id}`;
  const { data } = await sandbox<{ data: { file: Shown }[] }>("GET", path);
  return data[0]?.file ?? null;
}
