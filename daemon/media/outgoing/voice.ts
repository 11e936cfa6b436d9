import { MediaFailure } from "../media-error.ts";
import { isOggOpus } from "../recognise.ts";

/** How a recording becomes one. */
const VOICE_WAY = "upload it with ?convert=voice, or send it without voice";

/** Phones play voice messages of this one form; another one shown as it would stay silent. */
export function checkVoice(bytes: Buffer, found: string): void {
  if (isOggOpus(bytes)) return;
  const is = found === "audio/ogg" ? "Ogg with something else" : `of type ${found}`;
  const detail = `a voice message is Ogg with Opus, and this file is ${is}: ${VOICE_WAY}`;
  throw new MediaFailure("media_wrong_type", detail, false);
}
