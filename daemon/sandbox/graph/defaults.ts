import type { GraphSandboxOptions, PhoneNumber } from "./options.ts";

const phoneNumber: PhoneNumber = {
  id: "100200300400500",
  wabaId: "500400300200100",
  otherMessagingAccounts: ["500400300200101"],
  displayPhoneNumber: "+1 555-099-0100",
  verifiedName: "Waypost Sandbox",
};

/**
 * The identities of a sandbox nobody configured: one business account, one number, one app. They are
 * not secrets: they open nothing but a sandbox.
 */
export const SANDBOX_DEFAULTS = {
  version: "v26.0",
  appId: "900800700600500",
  appSecret: "sandboxappsecret0123456789abcdef",
  verifyToken: "sandbox-verify-token",
  accessToken: "EAAsandbox0123456789abcdefghijklmnop",
  phoneNumbers: [phoneNumber],
  phoneNumber,
} as const satisfies GraphSandboxOptions & { version: string; phoneNumber: PhoneNumber };
