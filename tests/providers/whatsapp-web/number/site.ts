/** A channel whose number is put to the test by another phone. */
import { untilStatus } from "../../../gateway/support.ts";
import { type Chat, NUMBER, startChat } from "../chat.ts";

export const OTHER = "15557010077";

/** A daemon whose paired number others try to replace. */
export type NumberSite = Chat & {
  until(...statuses: string[]): Promise<Awaited<ReturnType<Chat["daemon"]["call"]>>["body"]>;
  connect(body?: object): Promise<void>;
  /** Asks for a code, and scans it with the phone of a number. */
  pairWith(number: string, body?: object): Promise<void>;
  logOut(): Promise<void>;
  devicesOf(number: string): unknown[];
  message(id: string): Promise<Awaited<ReturnType<Chat["daemon"]["call"]>>["body"]>;
  /** From whom somebody got messages, one name for each. */
  sendersTo(number: string): string[];
};

export async function startNumberSite(): Promise<NumberSite> {
  const chat = await startChat();
  const { call } = chat.daemon;
  const path = `/v1/channels/${chat.channelId}`;
  const until = (...statuses: string[]) => untilStatus(call)(chat.channelId, ...statuses);

  async function connect(body: object = {}): Promise<void> {
    const answer = await call("POST", `${path}/connect`, body);
    if (answer.status !== 202) throw new Error(JSON.stringify(answer.body));
  }

  return {
    ...chat,
    until,
    connect,
    async pairWith(number, body) {
      await connect(body);
      const { body: shown } = await call("GET", `${path}/qr?wait=20`);
      await chat.web.control.scan(number, shown.qr);
    },
    async logOut() {
      await call("POST", `${path}/disconnect`, { logout: true });
      await until("logged_out");
    },
    devicesOf: (number) => chat.web.control.phones().find((phone) => phone.number === number)?.devices ?? [],
    message: async (id) => (await call("GET", `/v1/messages/${id}`)).body,
    sendersTo: (number) =>
      chat
        .people()
        .messages(number)
        .filter(({ fromMe }) => !fromMe)
        .map(({ chat: from }) => from),
  };
}

export { NUMBER };
