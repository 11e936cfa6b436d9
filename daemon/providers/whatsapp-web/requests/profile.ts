import { codeOf } from "../groups/refusal.ts";
import type { Through } from "../groups/through.ts";
import { findPicture } from "./picture.ts";
import type { ProfileChange, ProfileChangeRequest, SessionAnswer } from "./request.ts";
import { LACKS_KEY, lacksKey } from "./shared-state.ts";

/** What a number shows of itself; null for what it does not show, or WhatsApp does not say. */
export async function readProfile(through: Through): Promise<SessionAnswer<"profile">> {
  const { socket, library } = through;
  const { me } = socket.authState.creds;
  const own = library.jidNormalizedUser(me?.id ?? "");
  const [picture, shown] = await Promise.all([
    findPicture(through, { kind: "picture", person: own }),
    socket.fetchStatus(own).catch(() => undefined),
  ]);
  return { result: { name: me?.name ?? null, about: aboutIn(shown), picture_url: picture?.url ?? null } };
}

/** Baileys gives `{status: {status, setAt}}` of each (WAUSync/Protocols/USyncStatusProtocol.js). */
function aboutIn(shown: unknown): string | null {
  const [first] = Array.isArray(shown) ? shown : [];
  const status: unknown = first?.status;
  const words: unknown = typeof status === "object" && status !== null ? Reflect.get(status, "status") : null;
  return typeof words === "string" && words !== "" ? words : null;
}

/** Changes what a number shows, one after another until WhatsApp refuses one, which is named. Never rejects. */
export async function changeProfile(
  through: Through,
  { change }: ProfileChangeRequest,
): Promise<SessionAnswer<"change_profile">> {
  for (const name of ["about", "name", "picture"] as const) {
    if (change[name] === undefined) continue;
    try {
      await WAYS[name](through, change);
    } catch (cause) {
      return refusalOf(name, cause);
    }
  }
  return { result: null };
}

type Way = (through: Through, change: ProfileChange) => Promise<void>;

const WAYS: Readonly<Record<keyof ProfileChange, Way>> = {
  about: ({ socket }, { about = "" }) => socket.updateProfileStatus(about),
  async name({ socket }, { name = "" }) {
    await socket.updateProfileName(name);
    // its own changes come back to nobody who does not ask for them
    const { me } = socket.authState.creds;
    if (me !== undefined) socket.ev.emit("creds.update", { me: { ...me, name } });
  },
  // not by Baileys' `updateProfilePicture`, which makes a JPEG of its own with packages that are not there
  async picture({ socket }, { picture = null }) {
    const content = picture === null ? undefined : Buffer.from(picture, "base64");
    await socket.query({
      tag: "iq",
      attrs: { to: "s.whatsapp.net", type: "set", xmlns: "w:profile:picture" },
      ...(content !== undefined && { content: [{ tag: "picture", attrs: { type: "image" }, content }] }),
    });
  },
};

function refusalOf(name: keyof ProfileChange, cause: unknown): SessionAnswer<"change_profile"> {
  const text = cause instanceof Error ? cause.message : String(cause);
  const code = codeOf(cause);
  if (lacksKey(text)) return { refusal: { reason: "refused", code, text: LACKS_KEY } };
  return {
    refusal: { reason: code === null ? "no_response" : "refused", code, text: `the ${name}: ${text}` },
  };
}
