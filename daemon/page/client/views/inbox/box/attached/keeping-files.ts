import { addressOf, BASE } from "../../../../api/root.ts";
import { draftKey } from "../../../../parts/fields/drafts.ts";
import { changeKept, forgetFile, keepFile, keptFiles } from "../../../../parts/files/kept-files.ts";
import { nextTime } from "../next-time.ts";
import type { Attached, Outgoing } from "../outgoing.ts";
import { asKept, fromKept } from "../sending/kept.ts";
import { complaintOf } from "./judge.ts";

/** A file as the browser keeps it: what the daemon calls it, once it has it, and the message that it was sent with. */
type KeptFile = Pick<Attached, "key" | "bytes" | "kind" | "isVoice" | "isOfficial" | "caption"> & {
  place: string;
  at: number;
  name: string;
  type: string;
  size: number;
  mediaId: string | null;
  outgoing: string | null;
};

/** What was kept: a file in the box of a place, or on its way from there. */
type Found = { place: string; attached: Attached; mediaId: string | null; outgoing: Outgoing | null };

/** The tabs of a browser tell each other which files are in no box any more. */
const tabs = new BroadcastChannel(`waypost${BASE} files`);

/** Keeps a file that is in the box of a place. */
export function keepAttached(place: string, attached: Attached, mediaId: string | null): void {
  const { key, file, bytes, kind, isVoice, isOfficial, caption } = attached;
  const { name, type, size } = file;
  const kept: KeptFile = {
    ...{ key, place, at: nextTime(), name, type, size, bytes },
    ...{ kind, isVoice, isOfficial, caption, mediaId, outgoing: null },
  };
  void keepFile(kept);
}

/** Keeps what was revised of a file. */
export function keepRevised(
  key: string,
  part: Partial<Pick<KeptFile, "kind" | "caption" | "mediaId">>,
): void {
  void changeKept(key, part);
}

/** Keeps that a file is on its way, and with what. */
export function keepSent(file: Attached, outgoing: Outgoing): void {
  void changeKept(file.key, { outgoing: asKept(outgoing) });
}

/** Forgets a file that was sent, or taken out of its box, in all tabs. */
export function forgetAttached(key: string): void {
  void forgetFile(key);
  tabs.postMessage(key);
}

/** Hears which files other tabs forgot, by their keys. */
export function onForgotten(listener: (key: string) => void): void {
  tabs.onmessage = ({ data }: MessageEvent<string>) => listener(data);
}

/** The files that a user attached earlier in this browser, oldest first. */
export async function attachedEarlier(user: string): Promise<Found[]> {
  return (await keptFiles<KeptFile>(draftKey(user, ""))).map(found);
}

function found(kept: KeptFile): Found {
  const { key, bytes, kind, isVoice, isOfficial, caption, place, name, type, size, mediaId } = kept;
  const url = bytes === null ? addressOf(`/v1/media/${mediaId}`) : URL.createObjectURL(bytes);
  const attached: Attached = {
    ...{ key, bytes, url, kind, isVoice, isOfficial, caption, file: { name, type, size } },
    ...{ share: mediaId === null ? 0 : 1, problem: complaintOf({ name, type, size }, kind, isOfficial) },
  };
  return { place, attached, mediaId, outgoing: fromKept(kept.outgoing, attached) };
}
