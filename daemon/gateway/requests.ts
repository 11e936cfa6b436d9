import type { Logger } from "pino";
import type { Sql } from "../../db/connection/client.ts";
import { answerWebRequest, takeWebRequests, type WebRequest } from "../../db/whatsapp-web/requests.ts";
import type { WhatsAppWebSession } from "../providers/whatsapp-web/connection/session.ts";
import type { Library } from "../providers/whatsapp-web/library/library.ts";
import { performPasskey } from "../providers/whatsapp-web/requests/passkey.ts";
import { perform } from "../providers/whatsapp-web/requests/perform.ts";
import type { SessionRequest } from "../providers/whatsapp-web/requests/request.ts";
import type { SendDependencies } from "../providers/whatsapp-web/send/sending.ts";

/** The most requests that are taken at once. */
const AT_ONCE = 20;

/** Carries out what the API asks of sessions that are logged in here, or are paired with a passkey. */
export type Requests = { carryOut(sessions: readonly WhatsAppWebSession[]): Promise<void> };

type Dependencies = {
  sql: Sql;
  log: Logger;
  library: () => Promise<Library>;
  /** What is needed to send. */
  sending: Pick<SendDependencies, "files" | "acks">;
};

/** Each session does one thing after another, as a person would. */
export function createRequests(dependencies: Dependencies): Requests {
  const { sql, log } = dependencies;
  const turns = new Map<string, Promise<void>>();

  return {
    async carryOut(sessions) {
      if (sessions.length === 0) return;
      const byChannel = new Map(sessions.map((session) => [session.channelId, session]));
      for (const request of await takeWebRequests(sql, [...byChannel.keys()], AT_ONCE)) {
        const { channel_id } = request;
        const session = byChannel.get(channel_id);
        if (session === undefined) continue;
        const turn = (turns.get(channel_id) ?? Promise.resolve())
          .then(() => answer(dependencies, session, request))
          .catch((cause: unknown) => log.warn({ err: cause }, "a request to a session was not answered"));
        turns.set(channel_id, turn);
        void turn.then(() => turns.get(channel_id) === turn && turns.delete(channel_id));
      }
    },
  };
}

async function answer(
  { sql, library, sending }: Dependencies,
  session: WhatsAppWebSession,
  request: WebRequest,
): Promise<void> {
  const asked: SessionRequest = JSON.parse(request.request);
  const answered =
    asked.kind === "passkey"
      ? { result: await performPasskey(session.passkey(), asked) }
      : await throughSocket({ library, sending }, session, asked);
  // the caller gives up by itself
  if (answered === null) return;
  await answerWebRequest(sql, request, JSON.stringify(answered));
}

async function throughSocket(
  { library, sending }: Pick<Dependencies, "library" | "sending">,
  session: WhatsAppWebSession,
  asked: Parameters<typeof perform>[1],
) {
  const socket = session.socket();
  if (socket === null) return null;
  const through = { library: await library(), socket, own: session.identity() };
  return await perform({ ...through, ...sending, session }, asked);
}
