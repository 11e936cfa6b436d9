/**
 * A loud organisation, a program of its own: repeats its requests, many at a time, until it is ended, whatever it is
 * answered.
 */

/** What it does, as JSON in its first argument. */
export type Loud = {
  url: string;
  headers: Record<string, string>;
  /** Each of those at a time repeats these in turn; some bring a file of so many bytes. */
  requests: readonly { method: string; path: string; body?: Record<string, unknown>; fileBytes?: number }[];
  /** Lists of bodies hold their only item so many times. */
  times?: number;
  atOnce: number;
};

const { url, headers, requests, times = 1, atOnce } = JSON.parse(process.argv[2] ?? "{}") as Loud;

const bodies = requests.map(({ body, fileBytes }) =>
  fileBytes === undefined
    ? JSON.stringify(body, (_, value) => (Array.isArray(value) ? Array(times).fill(value[0]) : value))
    : new Uint8Array(fileBytes),
);

type Body = NonNullable<(typeof bodies)[number]>;

/** No two files are the same. */
function asFile(bytes: Uint8Array<ArrayBuffer>): Blob {
  return new Blob([`%PDF-1.7 ${crypto.randomUUID()}`, bytes], { type: "application/pdf" });
}

function sent(body: Body | undefined): Pick<RequestInit, "headers" | "body"> {
  if (body === undefined) return { headers };
  if (typeof body !== "string") return { headers, body: asFile(body) };
  return { headers: { ...headers, "content-type": "application/json" }, body };
}

async function repeat(nth: number): Promise<void> {
  for (let turn = nth; ; turn += 1) {
    const place = turn % requests.length;
    const { method, path } = requests[place] ?? { method: "GET", path: "/" };
    const body = bodies[place];
    const response = await fetch(url + path, { method, ...sent(body) }).catch(() => null);
    await response?.arrayBuffer().catch(() => {});
    // without it, a request that is refused at once would be repeated as fast as the machine allows
    if (response === null || !response.ok) await Bun.sleep(50);
  }
}

for (let nth = 0; nth < atOnce; nth += 1) void repeat(nth);
process.stdout.write("asking now\n");
