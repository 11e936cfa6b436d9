/** What people are told where a sandbox stands in for WhatsApp, and how to do without it. */
export const SANDBOX_NOTE =
  "Sandbox: nothing reaches a real phone. To go live, run waypostd without --sandbox and add your number.";
