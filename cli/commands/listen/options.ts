import type { OptionValues } from "../../lib/command/definition.ts";
import { eventFilterOptions } from "../events/filters.ts";

export const listenOptions = {
  "forward-to": { value: "address", description: "Where to post the events" },
  ...eventFilterOptions,
  after: { value: "id", description: "Start after this event (default: now)" },
  secret: {
    value: "secret",
    description: "Sign with this secret (default: WAYPOST_LISTEN_SECRET, else this machine's own)",
  },
  "print-secret": { description: "Print the signing secret and exit" },
  "skip-verify": { description: "Don't check the certificate of an https address" },
} as const;

export type ListenOptions = OptionValues<typeof listenOptions>;
