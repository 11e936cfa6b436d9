/** Files that a page's reader has. */
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Visit } from "./visit.ts";

export const CUSTOMERS = "Name;Tel.\nAda;0151 23456789\nBea;0151 23456790\n";

export const TEMPLATE = JSON.stringify({
  ...{ name: "order_ready", language: "en_US", category: "UTILITY" },
  components: [{ type: "BODY", text: "Hello {{1}}." }],
});

/** Writes one beside the commands. */
export function file(name: string, content: string) {
  return async ({ folder }: Pick<Visit, "folder">) => writeFileSync(join(folder, name), content);
}

/** Puts the same customers beside the commands, as a spreadsheet. */
export async function spreadsheet({ folder }: Pick<Visit, "folder">): Promise<void> {
  copyFileSync(join(import.meta.dir, "customers.xlsx"), join(folder, "customers.xlsx"));
}
