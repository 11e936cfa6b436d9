/** Everything that our patch of the driver mends and a statement can show. */
import type { Fault } from "./fault.ts";
import { HELD } from "./held.ts";
import { FAILED, UNSENT } from "./statements.ts";

export const FAULTS: Fault[] = [...FAILED, ...UNSENT, ...HELD];
