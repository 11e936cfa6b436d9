/** A daemon with a WhatsApp Web server to pair with, and a phone to do it. */
import {
  startWhatsAppWebSandbox,
  type WhatsAppWebSandbox,
  type WhatsAppWebSandboxOptions,
} from "../../daemon/sandbox/whatsapp-web/sandbox.ts";
import { type Answer, startTestDaemon, type TestDaemon, type TestDaemonOptions } from "../support/daemon.ts";
import { lookUntil } from "../support/until.ts";

export const NUMBER = "15557010001";

export type PairingSite = {
  daemon: TestDaemon;
  web: WhatsAppWebSandbox;
  /** Makes a channel of no number yet. */
  newChannel(): Promise<string>;
  /** Polls a channel until its status is one of these. */
  until(channelId: string, ...statuses: string[]): Promise<Answer["body"]>;
  /** Pairs a channel by QR code with the phone of a number, and waits until it is connected. */
  pair(channelId: string, number?: string): Promise<void>;
  stop(): Promise<void>;
};

/** Starts both; every sandbox of a test process has the same root, which the process trusts. */
export async function startPairingSite({
  web: options = {},
  rootKey,
  config = {},
}: {
  web?: Partial<WhatsAppWebSandboxOptions>;
  rootKey?: string;
  config?: TestDaemonOptions["config"];
} = {}): Promise<PairingSite> {
  const web = await startWhatsAppWebSandbox(options);
  const daemon = await startTestDaemon({
    config: { webSocketUrl: web.url, webRootKey: rootKey ?? web.rootKey, ...config },
  });
  const { call } = daemon;
  const until = untilStatus(call);
  return {
    daemon,
    web,
    until,
    async newChannel() {
      const { body } = await call("POST", "/v1/channels", {
        platform: "whatsapp_unofficial",
        name: "Paired",
      });
      return body.id;
    },
    async pair(channelId, number = NUMBER) {
      await call("POST", `/v1/channels/${channelId}/connect`, {});
      const { body } = await call("GET", `/v1/channels/${channelId}/qr?wait=20`);
      await web.control.scan(number, body.qr);
      await until(channelId, "connected");
    },
    async stop() {
      await daemon.stop();
      await web.stop();
    },
  };
}

/** Polls a channel until its status is one of these. */
export function untilStatus(call: TestDaemon["call"]) {
  return async (channelId: string, ...statuses: string[]): Promise<Answer["body"]> => {
    const read = async () => (await call("GET", `/v1/channels/${channelId}`)).body;
    const isSo = ({ status }: Answer["body"]) => statuses.includes(status);
    const channel = await lookUntil(read, isSo);
    if (isSo(channel)) return channel;
    throw new Error(
      `the channel is ${channel.status} (${channel.status_reason}), not ${statuses.join(" or ")}`,
    );
  };
}
