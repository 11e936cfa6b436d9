import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { channel } from "../support/contract-answers.ts";
import { type ContractServer, KEY, startContractServer } from "../support/contract-server.ts";
import { newHome, type RunOptions, runCli } from "./run-cli.ts";

let server: ContractServer;
beforeAll(() => {
  server = startContractServer();
});
beforeEach(() => {
  server.requests.length = 0;
  server.channels = [channel("ch_1")];
});
afterAll(() => server.stop());

const send = (args: string[], options: RunOptions = {}) =>
  runCli(["send", "--to", "+49 151 0001", ...args], {
    env: { WAYPOST_URL: server.url, WAYPOST_API_KEY: KEY },
    ...options,
  });
const posted = () => server.requests.filter(({ method }) => method === "POST").map(({ body }) => body);

describe("what is sent", () => {
  test("a text goes to the only channel, the number reduced to its digits", async () => {
    const run = await send(["--text", "Hello"]);
    expect(run.code).toBe(0);
    expect(posted()).toEqual([
      { channel_id: "ch_1", to: "491510001", type: "text", content: { body: "Hello" } },
    ]);
    expect(run.stdout).toContain("status\tqueued\n");
  });

  test("the end of a message, as a span or as a moment, not as both", async () => {
    await send(["--text", "Hello", "--ttl", "10m"]);
    await send(["--text", "Hello", "--expires", "2027-01-31T12:00:00Z"]);
    expect(posted()).toMatchObject([{ ttl_seconds: 600 }, { expires_at: "2027-01-31T12:00:00.000Z" }]);
    const both = await send(["--text", "Hello", "--ttl", "10m", "--expires", "2h"]);
    expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining("one of --ttl and --expires") });
  });

  test("a message for another messaging account", async () => {
    await send(["--text", "Hello", "--account", "500400300200101"]);
    expect(posted()).toMatchObject([{ messaging_account_id: "500400300200101" }]);
  });

  test("a template with values in order, a header image and both kinds of button", async () => {
    const header = [
      "--header-image",
      "https://x.example/a.png",
      "--button",
      "0=track/1",
      "--quick-reply",
      "1=STOP",
    ];
    await send(["--template", "ready", "--lang", "de", "--param", "Ada", "--param", "=k=v", ...header]);
    expect(posted()).toMatchObject([
      {
        type: "template",
        content: {
          template: {
            name: "ready",
            language: { code: "de" },
            components: [
              { type: "header", parameters: [{ type: "image", image: { link: "https://x.example/a.png" } }] },
              {
                type: "body",
                parameters: [
                  { type: "text", text: "Ada" },
                  { type: "text", text: "k=v" },
                ],
              },
              {
                type: "button",
                sub_type: "url",
                index: "0",
                parameters: [{ type: "text", text: "track/1" }],
              },
              {
                type: "button",
                sub_type: "quick_reply",
                index: "1",
                parameters: [{ type: "payload", payload: "STOP" }],
              },
            ],
          },
        },
      },
    ]);
  });

  test("a template with named values", async () => {
    await send(["--template", "hello", "--param", "first_name=Ada"]);
    expect(posted()).toMatchObject([
      {
        content: {
          template: {
            language: { code: "en_US" },
            components: [
              { type: "body", parameters: [{ type: "text", parameter_name: "first_name", text: "Ada" }] },
            ],
          },
        },
      },
    ]);
  });

  test("an image with caption, quote and metadata", async () => {
    await send([
      "--image",
      "https://x.example/a.png",
      "--caption",
      "Menu",
      "--reply-to",
      "wamid.1",
      "--metadata",
      "order=4711",
    ]);
    expect(posted()).toEqual([
      {
        channel_id: "ch_1",
        to: "491510001",
        type: "image",
        content: { media_url: "https://x.example/a.png", caption: "Menu", reply_to: { id: "wamid.1" } },
        metadata: { order: "4711" },
      },
    ]);
  });

  test.each(["inline", "file", "stdin"])("any type, its content given %s", async (how) => {
    const content = JSON.stringify({ body: "Where are you?" });
    const file = join(newHome(), "content.json");
    await Bun.write(file, content);
    const given = { inline: content, file, stdin: "-" }[how] ?? "";
    const run = await send(["--type", "location_request", "--content", given], {
      stdin: how === "stdin" ? content : null,
      env: { WAYPOST_URL: server.url, WAYPOST_API_KEY: KEY },
    });
    expect(run.code).toBe(0);
    expect(posted()).toMatchObject([{ type: "location_request", content: { body: "Where are you?" } }]);
  });

  test("a text from standard input", async () => {
    await send(["--text", "-"], {
      stdin: "two\nlines\n",
      env: { WAYPOST_URL: server.url, WAYPOST_API_KEY: KEY },
    });
    expect(posted()).toMatchObject([{ content: { body: "two\nlines" } }]);
  });

  test.each([
    [["--type", "text", "--content", "{"], "not JSON"],
    [["--type", "text", "--content", "/no/such/file"], "ENOENT"],
    [["--type", "text"], "--type needs --content"],
    [["--text", "hi", "--caption", "x"], "--caption needs --file or --image or --video or --document"],
    [["--file", "/no/such/file"], "/no/such/file can't be read (ENOENT)"],
    [["--image", "https://x.example/a.png", "--as", "document"], "--as needs --file"],
    [["--file", "a.mp3", "--as", "voice", "--caption", "x"], "an audio has no text"],
    [["--template", "t", "--param", "a=1", "--param", "2"], "mixes named and positional"],
    [["--template", "t", "--button", "x=1"], "button's position"],
    [["--text", "-"], "the text is empty"],
  ])("%p is refused before anything is sent", async (args, message) => {
    const run = await send(args);
    expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
    expect(posted()).toEqual([]);
  });
});

describe("the channel", () => {
  test("several channels and none named: they are listed", async () => {
    server.channels = [channel("ch_1"), channel("ch_2")];
    const run = await send(["--text", "hi"]);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain("ch_1  Name of ch_1");
    expect(run.stderr).toContain("ch_2  Name of ch_2");
  });

  test("for groups, the only paired number among others", async () => {
    server.channels = [channel("ch_1"), { ...channel("ch_2"), platform: "whatsapp_unofficial" }];
    const env = { WAYPOST_URL: server.url, WAYPOST_API_KEY: KEY };
    await runCli(["groups", "list"], { env });
    expect(server.requests.map(({ path }) => path)).toContain("/v1/channels/ch_2/groups");
    server.channels = [channel("ch_1")];
    const none = await runCli(["groups", "list"], { env });
    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining("waypost channels pair") });
  });

  test("no channel at all: the way to make one", async () => {
    server.channels = [];
    const run = await send(["--text", "hi"]);
    expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining("waypost channels create") });
  });
});

describe("whom it goes to", () => {
  const to = async (named: string) => {
    const env = { WAYPOST_URL: server.url, WAYPOST_API_KEY: KEY };
    await runCli(["send", "--to", named, "--text", "Hello"], { env });
    const { type, content, ...whom } = posted()[0] as Record<string, unknown>;
    return whom;
  };

  test.each([
    ["US.13491208655302741918", { recipient: "US.13491208655302741918", channel_id: "ch_1" }],
    ["81234567890123@lid", { recipient: "81234567890123@lid", channel_id: "ch_1" }],
    ["ct_01JDB2M5S8", { contact_id: "ct_01JDB2M5S8", channel_id: "ch_1" }],
    ["cv_01JDB2M5S8", { conversation_id: "cv_01JDB2M5S8" }],
  ])("%s is what it says", async (named, whom) => {
    expect(await to(named)).toEqual(whom);
  });

  test.each([
    ["US.13491208655302741918", "recipient=US.13491208655302741918"],
    ["ct_01JDB2M5S8", "contact_id=ct_01JDB2M5S8"],
    ["+49 151 1234567", "to=491511234567"],
  ])("messages are listed by it: %s", async (named, query) => {
    const env = { WAYPOST_URL: server.url, WAYPOST_API_KEY: KEY };
    await runCli(["messages", "list", "--to", named], { env });
    expect(server.requests.map((request) => String(request.query)).join(" ")).toContain(query);
  });
});
