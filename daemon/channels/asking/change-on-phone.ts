import type { ChannelRow } from "../../../db/channels/channels.ts";
import { problem } from "../../http/problem.ts";
import type {
  ArchiveRequest,
  LabelChatRequest,
  LabelRequest,
} from "../../providers/whatsapp-web/requests/request.ts";
import { type Asking, askSession, lateProblem, requireConnected } from "./ask.ts";

/** What a phone shares with its devices. */
type SharedRequest = ArchiveRequest | LabelRequest | LabelChatRequest;

/** Has a paired number's session change what its phone shares with its devices. Throws 409 where it is not connected, 422 for what WhatsApp refuses. */
export async function changeOnPhone(
  asking: Asking,
  channel: ChannelRow,
  request: SharedRequest,
): Promise<void> {
  requireConnected(channel);
  const answer = await askSession<SharedRequest["kind"]>(asking, channel, request);
  if (!("refusal" in answer)) return;
  if (answer.refusal.reason === "no_response") throw lateProblem(true);
  throw problem(422, "provider_rejected", `WhatsApp refused: ${answer.refusal.text}`);
}
