import { readInputLine } from "../../lib/input/stdin.ts";
import type { Column } from "../../lib/output/column.ts";

/** The signing secret that a response holds. */
export const secretColumn: Column<{ secret: string }> = { title: "secret", value: ({ secret }) => secret };

export const KEEP_SECRET = "Store the secret now: it is not shown again.";

/** The option that gives the signing secret. */
export const secretOption = {
  secret: {
    value: "secret",
    description: "Secret to sign by, which the receiver has already; `-` reads it from standard input",
  },
} as const;

/** The secret that the option means; nothing where it is not given. */
export async function givenSecret(secret: string | undefined): Promise<string | undefined> {
  return secret === "-" ? (await readInputLine()).trim() : secret;
}
