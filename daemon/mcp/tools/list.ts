import type { Tool } from "../tool.ts";
import { find } from "./find.ts";

/** The tools, in the order in which agents get them. */
export const TOOLS: readonly Tool[] = [find];
