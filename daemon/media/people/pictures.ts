import { mkdir, readFile, rm } from "node:fs/promises";
import { findChannel } from "../../../db/channels/channels.ts";
import {
  beginPicture,
  findPicture,
  keepPicture,
  type PictureQuestion,
  type PictureRow,
  putPictureOff,
} from "../../../db/contacts/pictures.ts";
import { type Asking, askSession } from "../../channels/asking/ask.ts";
import type { Dialing } from "../../egress/own-hosts.ts";
import type { Tunnels } from "../../gateway/number/tunnels.ts";
import { download } from "../download.ts";

export type PictureDependencies = Asking & {
  tunnels: Tunnels;
  /** Lets requests lead to WhatsApp's hosts alone. */
  fileHosts: Dialing;
  /** The folder of unfinished downloads. */
  incoming: string;
};

type ContactKey = { organizationId: string; contactId: string };

/** WhatsApp bans numbers that ask for many; what somebody looks like changes seldom. */
const LIMITS = { freshHours: 24, perHour: 60 };
/** The small ones have some 5 KiB. */
const MOST_BYTES = 64 * 1024;
const PATIENCE_MS = 10_000;

/** The profile picture of a contact, asked for through a paired number where that is due; null where there is none. */
export async function pictureOf(
  dependencies: PictureDependencies,
  key: ContactKey,
): Promise<PictureRow | null> {
  const { sql } = dependencies;
  const question = await beginPicture(sql, key, LIMITS);
  if (question !== null) {
    const shown = await ask(dependencies, key.organizationId, question).catch(() => undefined);
    // the one from before stays meanwhile
    if (shown === undefined) await putPictureOff(sql, key, LIMITS);
    else await keepPicture(sql, key, shown);
  }
  return await findPicture(sql, key);
}

/** What WhatsApp shows: null where that is none, undefined when it does not say. */
async function ask(
  dependencies: PictureDependencies,
  organizationId: string,
  { channelId, person }: PictureQuestion,
): Promise<PictureRow | null | undefined> {
  const channel = await findChannel(dependencies.sql, organizationId, channelId);
  if (channel === null) return undefined;
  const answer = await askSession<"picture">(dependencies, channel, { kind: "picture", person });
  if ("refusal" in answer || answer.result === null) return undefined;
  const { url } = answer.result;
  return url === null
    ? null
    : await fetchPicture(dependencies, url, dependencies.tunnels.of(channel.id, channel.settings));
}

/** The file at an address of WhatsApp's, by the number's own way out. Rejects with a `MediaFailure`. */
export async function fetchPicture(
  { fileHosts, incoming }: Pick<PictureDependencies, "fileHosts" | "incoming">,
  url: string,
  tunnel: ReturnType<Tunnels["of"]>,
): Promise<PictureRow> {
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  const path = `${incoming}/picture.${crypto.randomUUID()}`;
  try {
    const { mimeType } = await download(
      { url, headers: {}, mimeType: null, sha256: null, size: null },
      {
        ...{ guard: fileHosts, tunnel, path, kind: "image", mostBytes: MOST_BYTES },
        ...{ timeoutMs: PATIENCE_MS, signal: AbortSignal.timeout(PATIENCE_MS) },
      },
    );
    return { mime_type: mimeType, bytes: await readFile(path) };
  } finally {
    await rm(path, { force: true });
  }
}
