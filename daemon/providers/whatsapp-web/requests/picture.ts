import type { Through } from "../groups/through.ts";
import type { FoundPicture, PictureRequest } from "./request.ts";

const PATIENCE_MS = 5000;

/** What WhatsApp answers where there is no picture, or none for this number. */
const SHOWS_NONE = [401, 404];

/**
 * Where the small picture of somebody is (Baileys: `profilePictureUrl` in Socket/chats.js). Null when WhatsApp does not
 * say, as to who asks too often.
 */
export async function findPicture(
  { socket }: Through,
  { person }: PictureRequest,
): Promise<FoundPicture | null> {
  try {
    return { url: (await socket.profilePictureUrl(person, "preview", PATIENCE_MS)) ?? null };
  } catch (cause) {
    const code: unknown = cause instanceof Error ? Reflect.get(cause, "data") : null;
    return SHOWS_NONE.some((none) => none === code) ? { url: null } : null;
  }
}
