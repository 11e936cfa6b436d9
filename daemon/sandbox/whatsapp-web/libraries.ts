/** The part of the `baileys` package that the sandbox is built on: its codecs, its ciphers and its protocol buffers. */
export type Baileys = typeof import("baileys");

/** Raised when an optional package is not installed. */
export class MissingLibrary extends Error {}

/**
 * Loads `baileys`, an optional dependency, on first use.
 * Throws `MissingLibrary` when it, or `libsignal` under it, is not installed.
 */
export async function loadBaileys(): Promise<Baileys> {
  try {
    return await import("baileys");
  } catch (cause) {
    throw new MissingLibrary(
      "the WhatsApp Web sandbox needs the optional packages baileys and libsignal: `bun install` brings them",
      { cause },
    );
  }
}
