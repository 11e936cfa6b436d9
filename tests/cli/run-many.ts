/** Many command lines after one another in one process, at a server that answers all alike and remembers. */
import { join } from "node:path";
import { cliEnvironment, newHome } from "./run-cli.ts";

export type Ended = { code: number; stdout: string; stderr: string; sent: string[] };
export type ManyRuns = {
  /** Runs command lines as a shell would, each with more words at its end. */
  run(lines: readonly string[], more: readonly string[]): Promise<Ended[]>;
  stop(): void;
};

/** Between the output of one command and the next; then its exit code follows. */
const MARK = "\u0001end ";
const RUNNER = `
  const { runProgram } = await import(${JSON.stringify(join(import.meta.dir, "../../cli/program.ts"))});
  for (const words of JSON.parse(await Bun.file("lines.json").text())) {
    await fetch(process.env.WAYPOST_URL + "/next");
    const code = await runProgram(words, process.env);
    for (const stream of [process.stdout, process.stderr])
      await new Promise((done) => stream.write(${JSON.stringify(MARK)} + code + "\\n", done));
  }
  process.exit(0);`;

/** Enough of every answer for commands that look before they send. */
const ANSWER = {
  ...{ id: "some_id", data: [{ id: "ch_1" }], meta: { next_cursor: null } },
  ...{
    format: "csv",
    encoding: "utf-8",
    columns: [],
    records: [],
    message_id: "evt_1",
    endpoint_id: "ep_1",
    matched: 1,
  },
};
/** One row that is enough of every list: a channel, and a quick reply. */
const ROW = { id: "ch_1", shortcut: "hours", filled: { text: "From 9 to 22.", missing: [] } };
/** The status of what is followed to its end. */
const ended = (path: string) => (path.includes("/imports") ? "completed" : "done");

const SECRETS = {
  WAYPOST_API_KEY: `wp_${"a".repeat(36)}`,
  WAYPOST_ACCESS_TOKEN: "EAAtoken",
  WAYPOST_PIN: "123456",
  WAYPOST_PASSWORD: "present",
  WAYPOST_NEW_PASSWORD: "new",
  WAYPOST_INVITATION: "invitation",
  WAYPOST_RESET_TOKEN: "reset",
  WAYPOST_CLIENT_SECRET: "of the client",
};

/** The server answers with as much as commands look at before they send, or with `answer`. */
export async function runMany(answer: object = ANSWER): Promise<ManyRuns> {
  const sent: string[][] = [];
  let running: readonly string[][] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      if (pathname === "/next") return new Response(null, { status: sent.push([]) ? 204 : 500 });
      sent.at(-1)?.push(`${request.method} ${pathname}${search} ${await request.text()}`);
      // the only channel is one that the command can be about
      const [noun, ...words] = running[sent.length - 1] ?? [];
      const isPaired = noun === "groups" && !words.some((word) => word.startsWith("Y2FwaV9"));
      const platform = isPaired ? "whatsapp_unofficial" : "whatsapp_official";
      const data = answer === ANSWER ? { data: [{ ...ROW, platform }] } : {};
      return Response.json({ ...answer, ...data, status: ended(pathname) });
    },
  });
  const url = `http://127.0.0.1:${server.port}`;
  return {
    async run(lines, more) {
      const folder = await newFolder(url);
      const words = await Promise.all(lines.map((line) => wordsOf(line, folder)));
      await Bun.write(
        join(folder, "lines.json"),
        JSON.stringify(words.map((one) => pointed([...one, ...more], url))),
      );
      sent.length = 0;
      running = words;
      const child = Bun.spawn([process.execPath, "--no-env-file", "-e", RUNNER], {
        cwd: folder,
        env: cliEnvironment(folder, { ...SECRETS, WAYPOST_URL: url, WAYPOST_SANDBOX_URL: url }),
        stdin: "ignore",
        stdout: "pipe",
        stderr: "pipe",
      });
      const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()]);
      const remarks = pieces(stderr);
      return pieces(stdout).map(({ text, code }, index) => ({
        ...{ code, stdout: text, stderr: remarks[index]?.text ?? "" },
        sent: sent[index] ?? [],
      }));
    },
    stop: () => void server.stop(true),
  };
}

function pieces(output: string): { text: string; code: number }[] {
  const found = output.split(new RegExp(`${MARK}(\\d+)\\n`));
  return Array.from({ length: Math.floor(found.length / 2) }, (_, index) => ({
    text: found[2 * index] ?? "",
    code: Number(found[2 * index + 1]),
  }));
}

/** Examples name hosts of their own: what goes there comes here. */
function pointed(words: readonly string[], url: string): string[] {
  return words.map((word, index) => (/^--(sandbox-)?url$/.test(words[index - 1] ?? "") ? url : word));
}

/** The files that the examples read, and a profile for those that name one. */
async function newFolder(url: string): Promise<string> {
  const folder = newHome();
  const profile = { url, api_key: SECRETS.WAYPOST_API_KEY };
  const files = {
    "eur-rates.csv": "Market,Currency,Utility\nGermany,EUR,0.0456\n",
    "eur-tiers.csv": "Market,Category,From,To,Rate\nGermany,Utility,0,,0.0456\n",
    "people.csv": "phone\n+14155550123\n",
    "replies.csv": "shortcut,body\nhours,From 9 to 22.\n",
    "replies.json": '{"data":[{"shortcut":"hours","body":"From 9 to 22."}]}',
    "order_ready.json": "{}",
    "menu.json": '{"components":[{"type":"HEADER","format":"IMAGE"}]}',
    "menu.jpg": "six",
    ...{
      "menu.pdf": "%PDF-1.4",
      "photo-1.jpg": "one",
      "photo-2.jpg": "two",
      "poster.png": "three",
      "answer.ogg": "four",
      "answer.mp3": "five",
      "invoice.pdf": "five",
    },
    "templates/thanks.en_US.yaml":
      "{ name: thanks, language: en_US, category: UTILITY, components: [{ type: BODY, text: Thank you. }] }",
    "reminders.ndjson": '{"to":"14155550123"}\n',
    ".config/waypost/config.json": JSON.stringify({
      current: "default",
      profiles: { default: profile, staging: profile },
    }),
  };
  for (const [name, text] of Object.entries(files)) await Bun.write(join(folder, name), text);
  return folder;
}

/** The words that a shell makes of an example. */
export async function wordsOf(line: string, folder = newHome()): Promise<string[]> {
  const words = join(folder, `words-${crypto.randomUUID()}`);
  const script = `waypost() { for word; do printf '%s\\n' "$word" >> ${words}; done; }; : > key.txt; : > token.txt; ${line}`;
  await Bun.spawn(["sh", "-c", script], { cwd: folder, stdout: "ignore", stderr: "ignore" }).exited;
  return (await Bun.file(words).text()).trimEnd().split("\n");
}
