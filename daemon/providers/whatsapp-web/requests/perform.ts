import { carryOut } from "../groups/carry-out.ts";
import { archive } from "./archive.ts";
import { block } from "./block.ts";
import { askForEarlier } from "./earlier.ts";
import { editLabel, labelChat } from "./labels.ts";
import { findPicture } from "./picture.ts";
import { seePresence } from "./presence.ts";
import { changeProfile, readProfile } from "./profile.ts";
import type { PasskeyRequest, SessionAnswer, SessionRequest, SessionResults } from "./request.ts";
import { type Posting, postStatus, removeStatus } from "./status.ts";

/** Carries out a request to a session. Never rejects: a refusal by WhatsApp is the answer. */
export async function perform(
  through: Posting,
  request: Exclude<SessionRequest, PasskeyRequest>,
): Promise<SessionAnswer<keyof SessionResults>> {
  if (request.kind === "presence") return { result: await seePresence(through, request) };
  if (request.kind === "block") return await block(through, request);
  if (request.kind === "archive") return await archive(through, request);
  if (request.kind === "label") return await editLabel(through, request);
  if (request.kind === "label_chat") return await labelChat(through, request);
  if (request.kind === "status") return await postStatus(through, request);
  if (request.kind === "remove_status") return await removeStatus(through, request);
  if (request.kind === "profile") return await readProfile(through);
  if (request.kind === "change_profile") return await changeProfile(through, request);
  if (request.kind === "picture") return { result: await findPicture(through, request) };
  if (request.kind === "earlier") {
    await askForEarlier(through, request);
    return { result: null };
  }
  return await carryOut(through, request);
}
