/** What Waypost is compared with where Go is: programs that do one part of its work, and promise less. */
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { buildGoProgram } from "../../lib/go-program.ts";
import { createApi } from "../stage/api.ts";
import type { Stage, Target } from "../stage/stage.ts";

/** A peer that takes the same requests as a daemon, or why there is none. */
export type Peer = { target: Target } | { missing: string };

const KEY = "peer";
const READY = /listening at (\S+)/;

/** An API that stores each message as one row, with a commit for all that wait, on a database of its own. */
export async function startGroupCommit(stage: Stage): Promise<Peer> {
  const built = await buildGoProgram(join(import.meta.dir, "group-commit"));
  if ("missing" in built) return built;
  return await started(stage, [built.path, await stage.createDatabase(), KEY]);
}

/** whatsmeow behind HTTP, on the sandbox of the stage: pairs numbers, sends texts, and tells of messages. */
export async function startWhatsmeow(stage: Stage): Promise<Peer> {
  const built = await buildGoProgram(join(import.meta.dir, "whatsmeow"));
  if ("missing" in built) return built;
  const { WAYPOST_WA_WEB_URL, WAYPOST_WA_ROOT_KEY, NODE_EXTRA_CA_CERTS } = stage.sandboxSettings;
  const logins = join(mkdtempSync(join(stage.home, "whatsmeow-")), "logins.db");
  const settings = [WAYPOST_WA_WEB_URL, WAYPOST_WA_ROOT_KEY, NODE_EXTRA_CA_CERTS].map((one) => one ?? "");
  return await started(stage, [built.path, ...settings, logins, KEY]);
}

async function started(stage: Stage, command: string[]): Promise<Peer> {
  const { url, pid } = await stage.startProgram(command, READY);
  return { target: { url, pid, key: KEY, channelId: "channel", api: createApi(url, KEY) } };
}
