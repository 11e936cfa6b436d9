import { deriveKeyPair } from "../../../daemon/sandbox/web/keys.ts";
import type { CreatePeople } from "../../../daemon/sandbox/web/link.ts";

/** People who have WhatsApp and never look at it: enough to pair and to log in. */
export const createNobody: CreatePeople = async ({ seed }) => ({
  isOnWhatsApp: () => true,
  lidOf: (number) => `9${number}`,
  numberOf: (lid) => lid.slice(1),
  identityOf: (number) => deriveKeyPair(seed, `identity of ${number}`),
  devices: () => [{ id: 0 }],
  bundle: () => undefined,
  profile: (number) => ({ pushName: number }),
  receive() {},
  receipt() {},
  presence() {},
  chatstate() {},
  linked() {},
  active() {},
  unlinked() {},
  mediaHost: () => "127.0.0.1:9",
  routes: {},
  stop: async () => {},
});
