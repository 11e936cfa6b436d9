import type { proto } from "baileys";
import type { WhatsAppWebSession } from "../connection/session.ts";
import { codeOf } from "../groups/refusal.ts";
import type { Through } from "../groups/through.ts";
import { SILENT } from "../send/compose.ts";
import { contentOf } from "../send/content.ts";
import { FileRefused } from "../send/records.ts";
import type { SendDependencies } from "../send/sending.ts";
import { uploaderOf } from "../send/upload.ts";
import { DAY_MS, keepPosts, type Post, postsOf } from "./posts.ts";
import type { RemoveStatusRequest, SessionAnswer, StatusRequest } from "./request.ts";

/** A session through which a status is posted. */
export type Posting = Through & Pick<SendDependencies, "files" | "acks"> & { session: WhatsAppWebSession };

/** Where a status is sent to (Baileys: `relayMessage` in Socket/messages-send.js). */
const STATUS = "status@broadcast";

/** WhatsApp names no limit; a number that posts all the time is taken for a machine. */
const MOST_A_DAY = 10;

const FETCH_MS = 30_000;
const ACK_MS = 20_000;

/** Shows people a status for a day; by an id that was posted before it is the same status. Never rejects. */
export async function postStatus(through: Posting, request: StatusRequest): Promise<SessionAnswer<"status">> {
  const { socket } = through;
  try {
    const posts = (await postsOf(socket)).filter(({ id }) => id !== request.id);
    const [oldest] = posts;
    if (oldest !== undefined && posts.length >= MOST_A_DAY) return { result: { roomAt: oldest.at + DAY_MS } };
    const message = await messageOf(through, request);
    const to = [...request.people.map((person) => `${person}@s.whatsapp.net`), ownOf(through)];
    const post = { id: request.id, at: Date.now(), to };
    // before it goes out: it can be taken back then, whatever comes of it
    await keepPosts(socket, [...posts, post]);
    await relay(through, post, message);
    return { result: { at: post.at } };
  } catch (cause) {
    return refusalOf(cause);
  }
}

/** Takes a status back from all who have it. Never rejects. */
export async function removeStatus(
  through: Posting,
  { id }: RemoveStatusRequest,
): Promise<SessionAnswer<"remove_status">> {
  const { socket, library } = through;
  try {
    const posts = await postsOf(socket);
    const post = posts.find((one) => one.id === id && one.to.length > 0);
    if (post === undefined) return { result: false };
    const type = library.proto.Message.ProtocolMessage.Type.REVOKE;
    const message = { protocolMessage: { type, key: { remoteJid: STATUS, fromMe: true, id } } };
    const revoke = { to: post.to, id: library.generateMessageIDV2(socket.user?.id) };
    await relay(through, revoke, message, { edit: "7" });
    // it still counts as one of the day
    await keepPosts(
      socket,
      posts.map((one) => (one === post ? { ...one, to: [] } : one)),
    );
    return { result: true };
  } catch (cause) {
    return refusalOf(cause);
  }
}

/** The phone of the number shows it, too. */
function ownOf({ socket, library }: Through): string {
  return library.jidNormalizedUser(socket.authState.creds.me?.id ?? "");
}

async function messageOf(through: Posting, request: StatusRequest): Promise<proto.IMessage> {
  const { library, socket, session, files } = through;
  const { organizationId } = session;
  const content = await contentOf(request.content, (file) =>
    files.fetch({ organizationId, tunnel: session.tunnel() }, file, AbortSignal.timeout(FETCH_MS)),
  );
  const made = await library.generateWAMessage(STATUS, content, {
    logger: SILENT,
    userJid: ownOf(through),
    upload: uploaderOf(library, session, socket),
    messageId: request.id,
    ...(request.background !== null && { backgroundColor: request.background }),
  });
  return made.message ?? {};
}

/** Hands a message over, and waits until WhatsApp has taken it. Throws what it refused. */
async function relay(
  { socket, acks, session: { channelId } }: Posting,
  { id, to }: Pick<Post, "id" | "to">,
  message: proto.IMessage,
  attributes: Record<string, string> = {},
): Promise<void> {
  const word = acks.expect(channelId, id, ACK_MS);
  const options = { messageId: id, statusJidList: to, additionalAttributes: attributes };
  const handedOver = socket.relayMessage(STATUS, message, options);
  const ack = await Promise.race([word, handedOver.then(() => word)]);
  if (ack.kind === "refused") throw new NotTaken(ack.code);
  if (ack.kind !== "taken") throw new Error("WhatsApp did not say that it took it");
}

/** WhatsApp took no message: its code. */
class NotTaken extends Error {
  readonly data: number;
  constructor(code: string) {
    super(`its code is ${code}`);
    this.data = Number(code);
  }
}

function refusalOf(cause: unknown) {
  if (cause instanceof FileRefused)
    return { refusal: { reason: "refused" as const, code: null, text: cause.message } };
  const code = codeOf(cause);
  const text = cause instanceof Error ? cause.message : String(cause);
  return {
    refusal: { reason: code === null ? ("no_response" as const) : ("refused" as const), code, text },
  };
}
