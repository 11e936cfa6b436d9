/** The view of channels, with a Graph API and a WhatsApp Web that the sandbox plays. */
import { afterAll } from "bun:test";
import type { Page } from "playwright-core";
import {
  startWhatsAppWebSandbox,
  type WhatsAppWebSandbox,
} from "../../daemon/sandbox/whatsapp-web/sandbox.ts";
import { untilStatus } from "../gateway/support.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { pageStage, type Stage } from "./stage.ts";

/** A name that would run if it were not shown as text. */
export const HOSTILE = `<img src=x onerror=alert(1)>"'`;

export type ChannelsSite = {
  stage: Stage;
  web: WhatsAppWebSandbox;
  /** Makes a channel of no number yet. */
  newChannel(name: string): Promise<string>;
  /** A channel that is paired with the phone of a number, and what waits for one of its statuses. */
  paired(number: string): Promise<{ id: string; status: (wanted: string) => Promise<unknown> }>;
};

/** For all tests of a file. */
export async function channelsSite(): Promise<ChannelsSite> {
  const web = await startWhatsAppWebSandbox({});
  const config = { sandbox: true, webSocketUrl: web.url, webRootKey: web.rootKey };
  const stage = pageStage(ownDaemon({ config }));
  afterAll(() => web.stop());
  async function newChannel(name: string): Promise<string> {
    const body = { platform: "whatsapp_unofficial", name };
    return (await stage.daemon.call("POST", "/v1/channels", body)).body.id;
  }
  return {
    stage,
    web,
    newChannel,
    async paired(number) {
      const { call } = stage.daemon;
      const id = await newChannel(`Paired ${number}`);
      const status = (wanted: string) => untilStatus(call)(id, wanted);
      await call("POST", `/v1/channels/${id}/connect`, {});
      const { body } = await call("GET", `/v1/channels/${id}/qr?wait=20`);
      await web.control.scan(number, body.qr);
      await status("connected");
      return { id, status };
    },
  };
}

/** Chooses from the menu of the channel that is shown. */
export async function choose(page: Page, entry: string): Promise<void> {
  await page.getByRole("button", { name: "More for this channel" }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}
