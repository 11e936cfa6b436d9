import { carryOut } from "../groups/carry-out.ts";
import type { Through } from "../groups/through.ts";
import { seePresence } from "./presence.ts";
import type { SessionAnswer, SessionRequest, SessionResults } from "./request.ts";

/** Does what a session is asked for. Never rejects: what WhatsApp refuses is the answer. */
export async function perform(
  through: Through,
  request: SessionRequest,
): Promise<SessionAnswer<keyof SessionResults>> {
  return request.kind === "presence"
    ? { result: await seePresence(through, request) }
    : await carryOut(through, request);
}
