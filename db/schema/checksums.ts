/** By what the database knows the text of a file that was applied. */

/** The checksum of a file's text. */
export function checksumOf(text: string): string {
  return new Bun.CryptoHasher("sha256").update(text).digest("hex");
}

/** The checksum of what a migration does: its comments may be corrected after it was applied. */
export function migrationChecksumOf(text: string): string {
  const statements = text.replace(/--.*/g, "").split(/\s*\n\s*/);
  return checksumOf(statements.join("\n").trim());
}
