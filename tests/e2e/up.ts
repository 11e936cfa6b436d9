import { join } from "node:path";

/** Starts `./scripts/up` with nothing configured but a home of its own. */
export function startUp(home: string, parameters: string[], environment: Record<string, string> = {}) {
  return Bun.spawn(["scripts/up", ...parameters], {
    cwd: `${import.meta.dir}/../..`,
    env: {
      ...process.env,
      DATABASE_URL: undefined,
      HOME: home,
      XDG_DATA_HOME: join(home, "data"),
      XDG_CONFIG_HOME: join(home, "config"),
      WAYPOST_PORT: "0",
      ...environment,
    },
    stdout: "pipe",
    stderr: "pipe",
  });
}

/** The first group of what a program prints, once all of it was printed. */
export async function printed(stream: ReadableStream<Uint8Array>, pattern: RegExp): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of stream.values({ preventCancel: true })) {
    text += decoder.decode(piece, { stream: true });
    const match = pattern.exec(text);
    if (match !== null) return match[1] ?? "";
  }
  throw new Error(`it ended with: ${text}`);
}
