import type { Client } from "../../../lib/api/client.ts";
import { finishOnInterrupt } from "../../../lib/terminal/interrupt.ts";

/** A page that shows the code of a pairing to anybody who has its address, until the pairing is over. */
export type PairingLink = {
  /** Its address; null while there is none. */
  url(): string | null;
  /** Makes one, once; a daemon that makes none leaves it at that. */
  make(): void;
  revoke(): Promise<void>;
};

export function pairingLink(client: Client, channelId: string): PairingLink {
  let making: Promise<{ id: string; url: string } | null> | undefined;
  let url: string | null = null;
  const revoke = async () => {
    release?.();
    const made = await making;
    if (made == null) return;
    const path = { id: channelId, link_id: made.id };
    // it ends by itself, too
    await client.call("DELETE /v1/channels/{id}/links/{link_id}", { path }).catch(() => {});
  };
  let release: (() => void) | undefined;
  return {
    url: () => url,
    make() {
      if (making !== undefined) return;
      release = finishOnInterrupt(revoke);
      making = client
        .call("POST /v1/channels/{id}/links", { path: { id: channelId }, body: {} })
        .catch(() => null);
      void making.then((made) => {
        url = made?.url ?? null;
      });
    },
    revoke,
  };
}
