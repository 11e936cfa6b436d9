import type { Tool } from "../tool.ts";
import { controlBroadcast, draftBroadcast } from "./broadcasts.ts";
import { deliveries } from "./deliveries.ts";
import { docs } from "./docs.ts";
import { doctor } from "./doctor.ts";
import { find } from "./find.ts";
import { label } from "./label.ts";
import { read } from "./read.ts";
import { send } from "./send.ts";

/** The tools, in the order in which agents get them. */
export const TOOLS: readonly Tool[] = [
  ...[find, read, send, draftBroadcast, controlBroadcast],
  ...[label, deliveries, doctor, docs],
];
