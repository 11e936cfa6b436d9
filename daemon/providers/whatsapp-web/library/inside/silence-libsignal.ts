/**
 * What libsignal 6.0.0 says to the console, by its beginnings (`session_record.js`,
 * `session_cipher.js`, `session_builder.js`, `curve.js`, `queue_job.js`). Five
 * of these are followed by a whole session, private keys included.
 */
export const LIBSIGNAL_REMARKS = [
  "V1 session storage migration error",
  "Migrating session to:",
  "Session already closed",
  "Closing session:",
  "Session already open",
  "Opening session:",
  "Removing old closed session:",
  "Closing open session in favor of incoming prekey bundle",
  "WARNING: Expected pubkey of length 33",
  "Unhandled bucket type (for naming):",
  "Failed to decrypt message with any known session",
  "Session error:",
  "Decrypted message with closed session",
] as const;

const METHODS = ["log", "info", "warn", "error", "debug"] as const;

/**
 * Keeps libsignal's remarks, and anything that is a Signal session, off the
 * console; everything else is printed as before. Returns how to undo it.
 */
export function silenceLibsignal(target: Pick<Console, (typeof METHODS)[number]> = console): () => void {
  const before = METHODS.map((method) => [method, target[method]] as const);
  for (const [method, print] of before) {
    target[method] = (...values: unknown[]) => {
      if (!isRemark(values[0]) && !values.some(isSignalSession)) print.apply(target, values);
    };
  }
  return () => {
    for (const [method, print] of before) target[method] = print;
  };
}

function isRemark(first: unknown): boolean {
  return typeof first === "string" && LIBSIGNAL_REMARKS.some((remark) => first.startsWith(remark));
}

/** A session, or a record of several. */
function isSignalSession(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    ("currentRatchet" in value || "_chains" in value || "sessions" in value)
  );
}
