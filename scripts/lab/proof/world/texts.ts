/** The words of messages: each like no other, and each says whose it is. */

/** The text of an organisation's nth message of a kind: `anna-send-17`. */
export function textOf(organization: string, kind: "send" | "write", n: number): string {
  return `${organization}-${kind}-${n}`;
}

/** Whose a text is; null when it is not one of ours, such as the answer of one of the sandbox's people. */
export function organizationOf(text: string): string | null {
  return /^(\w+)-(?:send|write)-\d+$/.exec(text)?.[1] ?? null;
}
