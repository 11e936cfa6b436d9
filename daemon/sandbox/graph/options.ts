import type { Memory } from "../memory/keep.ts";

/** A business phone number the sandbox plays, and the business account (WABA) it belongs to. */
export type PhoneNumber = {
  id: string;
  wabaId: string;
  /** Its messaging accounts beside the one whose id comes in the business account's place. */
  otherMessagingAccounts?: readonly string[];
  displayPhoneNumber: string;
  verifiedName: string;
};

/** When a message's reports are due, in milliseconds after the message was accepted. */
export type Timings = { sentMs: number; deliveredMs: number; readMs: number };

export type GraphSandboxOptions = {
  /** 0, the default, takes any free port. */
  port?: number;
  host?: string;
  /** The version of the Graph API in `graphUrl`, and of webhooks. */
  version?: string;
  appId: string;
  appSecret: string;
  verifyToken: string;
  accessToken: string;
  phoneNumbers: readonly PhoneNumber[];
  /** Where webhooks go; until it is set, nothing is reported. */
  webhookUrl?: string;
  timings?: Timings;
  /** Added to the response to every accepted message. */
  latencyMs?: number;
  /** What becomes of a message with a user id in `to`: Meta accepts it and sends nothing to anybody. */
  userIdsInTo?: "drop" | "refuse";
  /** How long the recipients named "slow" wait for their response. */
  slowMs?: number;
  /** How long a submitted template is in review. */
  reviewMs?: number;
  /** Where accounts, tokens and templates outlast the process; without it they end with it. */
  memory?: Memory;
};

export type Settings = Required<Omit<GraphSandboxOptions, "webhookUrl" | "memory">>;

/** Fills in what the caller left out. */
export function settle(options: GraphSandboxOptions): Settings {
  return {
    port: 0,
    host: "127.0.0.1",
    version: "v26.0",
    timings: { sentMs: 10, deliveredMs: 30, readMs: 60 },
    latencyMs: 0,
    userIdsInTo: "drop",
    slowMs: 5_000,
    reviewMs: 250,
    ...options,
  };
}
