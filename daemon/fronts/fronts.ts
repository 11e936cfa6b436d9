import { evolution } from "./evolution/front.ts";
import type { Front } from "./front.ts";
import { META } from "./meta/front.ts";
import { waha } from "./waha/front.ts";

/** The APIs of others that programs may call. */
export const FRONTS: readonly Front[] = [META, evolution, waha];
