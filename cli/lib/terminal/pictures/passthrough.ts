import { ESC, ST } from "./codes.ts";

/** Has tmux hand a sequence on to the terminal around it, if its `allow-passthrough` is on; otherwise it drops it. */
export function throughTmux(sequence: string): string {
  return `${ESC}Ptmux;${sequence.replaceAll(ESC, ESC + ESC)}${ST}`;
}
