import { freePort } from "../../../scripts/lib/free-port.ts";

export type ProxyProcessOptions = {
  kind: "socks5" | "http";
  /** The address that it listens on. */
  host?: string;
  /** A free one unless it is given. */
  port?: number;
  /** Null lets everybody in. */
  user?: { name: string; password: string } | null;
  /** It connects nobody. */
  isForbidding?: boolean;
};

export type ProxyProcess = {
  /** Its address, with the user that it wants. */
  url: string;
  port: number;
  /** Where connections through it led, such as `web.invalid:443`, in order: names as they came. */
  seen: readonly string[];
  /** Stops it where it is: connections to it are made, and nothing is said. */
  freeze(): void;
  thaw(): void;
  kill(): Promise<void>;
};

/** Starts a proxy in a process of its own; it takes every name for this machine's. */
export async function startProxyProcess(given: ProxyProcessOptions): Promise<ProxyProcess> {
  const port = given.port ?? freePort();
  const options = { host: "127.0.0.1", user: null, isForbidding: false, ...given, port };
  const child = Bun.spawn(
    [process.execPath, "--no-env-file", `${import.meta.dir}/serve.ts`, JSON.stringify(options)],
    { stdout: "pipe", stderr: "inherit" },
  );
  const seen: string[] = [];
  const listening = Promise.withResolvers<void>();
  void readLines(child.stdout, (line) => {
    if (line === "listening") listening.resolve();
    else seen.push(line);
  });
  void child.exited.then((code) => listening.reject(new Error(`the proxy ended with ${code}`)));
  await listening.promise;
  const user = options.user === null ? "" : `${options.user.name}:${options.user.password}@`;
  return {
    url: `${options.kind}://${user}${options.host}:${port}`,
    port,
    seen,
    freeze: () => child.kill("SIGSTOP"),
    thaw: () => child.kill("SIGCONT"),
    async kill() {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}

async function readLines(stream: ReadableStream<Uint8Array>, take: (line: string) => void): Promise<void> {
  let rest = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const lines = `${rest}${text}`.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) take(line);
  }
}
