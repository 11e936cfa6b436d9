/** How bringing in a session ends: with a device that its phone has unlinked, and while WhatsApp answers nobody. */
import { startOwnClient } from "../channels/session-move/own-client.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import type { EndingsSite, Held, Prepared } from "./endings.ts";

let serial = 0;

/** A number of its own, whose session another program has left in a folder. */
async function left({ pairing: { web } }: EndingsSite): Promise<{ number: string; words: string[] }> {
  const [number, folder] = [`1555703${String(++serial).padStart(4, "0")}`, temporaryFolder("auth-info")];
  const own = await startOwnClient(web, folder, number);
  await own.stop();
  return { number, words: ["channels", "import-session", "--from", folder, "--name", number, "--yes"] };
}

export const FAILING_SESSIONS: Record<string, (site: EndingsSite) => Promise<Prepared>> = {
  async "channels import-session"(site) {
    const { number, words } = await left(site);
    const phone = site.pairing.web.control.phones().find((one) => one.number === number);
    for (const { device } of phone?.devices ?? []) site.pairing.web.control.unlink(number, device);
    return { words };
  },
};

export const WAITING_SESSIONS: Record<string, (site: EndingsSite) => Promise<Held>> = {
  async "channels import-session"(site) {
    const { number, words } = await left(site);
    const { control } = site.pairing.web;
    control.fault({ fault: "refuse", times: 1000 });
    const isThere = async () => {
      const { data } = (await site.daemon.call("GET", "/v1/channels?limit=100")).body;
      return data.some(
        (one: { name: string; status: string }) => one.name === number && one.status === "connecting",
      );
    };
    return { words, hasBegun: isThere, undo: async () => control.clearFaults() };
  },
};
