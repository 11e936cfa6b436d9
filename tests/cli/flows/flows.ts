import { accessFlows } from "./access-flows.ts";
import { contactFlows } from "./contact-flows.ts";
import { logFlows } from "./log-flows.ts";
import { messageFlows } from "./message-flows.ts";
import { pairingFlows } from "./pairing-flows.ts";
import { webhookFlows } from "./webhook-flows.ts";

/** Every interactive flow, for tests that go through all of them under one condition. */
export const FLOWS = [
  ...accessFlows,
  ...messageFlows,
  ...webhookFlows,
  ...logFlows,
  ...contactFlows,
  ...pairingFlows,
];
