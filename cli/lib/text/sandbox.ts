/** The notes for people where a sandbox stands in for WhatsApp, and how to work without it. */
export const SANDBOX_NOTE = "Sandbox: no real phones. Go live: run waypostd without --sandbox, add a number.";
