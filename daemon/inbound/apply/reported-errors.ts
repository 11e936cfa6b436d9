import { beginningOf } from "../../lib/characters.ts";
import { UnreadableCall } from "../process/faults.ts";
import type { Apply } from "./apply-kind.ts";

const LONGEST = 500;

/**
 * Keeps an error that the platform reports with its call, among those that failed, since no message or status shows it.
 */
export const keepReportedErrors: Apply<"errors"> = async (_writes, _channels, [fact]) => {
  const said = fact?.errors.map(({ provider_code, title, detail }) => `${provider_code} ${title}: ${detail}`);
  throw new UnreadableCall(beginningOf(`WhatsApp reports ${said?.join("; ")}`, LONGEST));
};
