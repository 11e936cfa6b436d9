/** Templates of an account as files of a folder, with a whole daemon and the stand-in for Meta. */
import { beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { SANDBOX_DEFAULTS } from "../../daemon/sandbox/graph/defaults.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { control } from "../templates/support.ts";
import { newHome, runCli } from "./run-cli.ts";

const { appId, appSecret } = SANDBOX_DEFAULTS;
const waypost = ownDaemon({ config: { appId, appSecret } });

const templates = (...words: string[]) =>
  runCli(["templates", ...words], { env: { WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key } });
const statesOf = (stdout: string) =>
  Object.fromEntries(
    stdout
      .trim()
      .split("\n")
      .map((line) => line.split("\t"))
      .map(([name, language, state]) => [`${name} ${language}`, state]),
  );

/** As Meta shows it: members in another order, its own words where it writes them, addresses of examples. */
const AT_META = [
  {
    ...{ name: "order_ready", language: "en_US", category: "UTILITY" },
    components: [
      {
        type: "BUTTONS",
        buttons: [
          { type: "QUICK_REPLY", text: "Thanks" },
          {
            ...{ url: "https://example.com/{{1}}", type: "URL", text: "Track it" },
            example: ["https://example.com/4711"],
          },
          { type: "PHONE_NUMBER", text: "Call", phone_number: "+14155550100" },
        ],
      },
      { text: "Your order", format: "TEXT", type: "HEADER" },
      {
        example: { body_text: [["Ada", "4711"]] },
        text: "Hello {{1}},\nyour order {{2}} is *ready*.",
        type: "BODY",
      },
    ],
  },
  {
    ...{ name: "order_ready", language: "de", category: "UTILITY" },
    components: [{ type: "BODY", text: "Ihre Bestellung ist da: ja" }],
  },
  {
    ...{ name: "login_code", language: "en_US", category: "AUTHENTICATION" },
    components: [
      {
        type: "BODY",
        text: "*{{1}}* is your verification code. For your security, do not share this code.",
        add_security_recommendation: true,
        example: { body_text: [["123456"]] },
      },
      { type: "FOOTER", text: "This code expires in 10 minutes.", code_expiration_minutes: 10 },
      {
        type: "BUTTONS",
        buttons: [
          {
            ...{ type: "URL", text: "Copy code" },
            url: "https://www.whatsapp.com/otp/code/?otp_type=COPY_CODE&code=otp{{1}}",
            example: ["https://www.whatsapp.com/otp/code/?otp_type=COPY_CODE&code=otp123456"],
          },
        ],
      },
    ],
  },
];

const ORDER_READY = `name: order_ready
language: en_US
category: UTILITY
components:
  - type: HEADER
    format: TEXT
    text: Your order
  - type: BODY
    text: |-
      Hello {{1}},
      your order {{2}} is *ready*.
    example:
      body_text:
        - - Ada
          - "4711"
  - type: BUTTONS
    buttons:
      - type: QUICK_REPLY
        text: Thanks
      - type: URL
        text: Track it
        url: https://example.com/{{1}}
        example:
          - https://example.com/4711
      - type: PHONE_NUMBER
        text: Call
        phone_number: "+14155550100"
`;

let folder: string;
const read = (file: string) => Bun.file(join(folder, file)).text();
const write = (file: string, text: string) => Bun.write(join(folder, file), text);

beforeAll(async () => {
  for (const template of AT_META) await control(waypost, "templates", template);
  expect((await templates("sync")).code).toBe(0);
  folder = join(newHome(), "made/for/it");
});

test("pull writes a file for each template and language, the same for all who run it", async () => {
  const first = await templates("pull", folder);
  expect([first.code, statesOf(first.stdout)]).toMatchObject([
    0,
    {
      "order_ready en_US": "new",
      "order_ready de": "new",
      "login_code en_US": "new",
      "hello_world en_US": "new",
    },
  ]);
  expect(await read("order_ready.en_US.yaml")).toBe(ORDER_READY);
  expect(await read("login_code.en_US.yaml")).toContain(
    "buttons:\n      - type: OTP\n        otp_type: COPY_CODE\n",
  );
  const texts = await Promise.all(readdirSync(folder).map(read));
  expect(texts.join("\n")).not.toMatch(/tpl_|ch_|wp_|4::|header_handle|https?:\/\/127/);
  const again = await templates("pull", folder);
  expect(new Set(Object.values(statesOf(again.stdout)))).toEqual(new Set(["unchanged"]));
  expect(await Promise.all(readdirSync(folder).map(read))).toEqual(texts);
});

test("nothing differs then, also where somebody wrote it in another way", async () => {
  expect(await templates("diff", folder)).toMatchObject({ code: 0, stdout: "" });
  const other = ORDER_READY.replace("https://example.com/4711", '"4711"')
    .replace('"+14155550100"', '"14155550100"')
    .replace("type: BODY", "type: body");
  await write("order_ready.en_US.yaml", `# what Ada gets\n${other}`);
  expect(await templates("diff", folder)).toMatchObject({ code: 0, stdout: "" });
  // and so its comment stays
  await templates("pull", folder);
  expect(await read("order_ready.en_US.yaml")).toStartWith("# what Ada gets\n");
});

describe("what differs", () => {
  const lines = async () => {
    const { code, stdout } = await templates("diff", folder);
    return { code, lines: stdout.trimEnd().split("\n") };
  };

  test("is said line by line, as Meta has it and as the file does", async () => {
    await write("order_ready.en_US.yaml", ORDER_READY.replace("Your order\n", "Your parcel\n"));
    const said = ["    HEADER/text", "    - Your order", "    + Your parcel"];
    expect(await lines()).toEqual({
      code: 5,
      lines: ["~ order_ready en_US (order_ready.en_US.yaml)", ...said],
    });
    const { stdout } = await templates("diff", folder, "--json");
    expect(JSON.parse(stdout).data).toEqual([
      {
        ...{ name: "order_ready", language: "en_US", file: "order_ready.en_US.yaml", state: "changed" },
        changes: [{ path: "HEADER/text", at_meta: "Your order", in_file: "Your parcel" }],
      },
    ]);
  });

  test("may be a category that Meta chose, if the file says so", async () => {
    await write("order_ready.en_US.yaml", ORDER_READY.replace("UTILITY", "MARKETING"));
    expect((await lines()).lines).toContain("    + MARKETING");
    const allowed = ORDER_READY.replace("UTILITY\n", "MARKETING\nallow_category_change: true\n");
    await write("order_ready.en_US.yaml", allowed);
    expect((await lines()).code).toBe(0);
  });

  test("is a whole template on one of both sides", async () => {
    await write("thanks.json", '{"name":"thanks","language":"de","category":"UTILITY","components":[]}');
    await Bun.file(join(folder, "order_ready.de.yaml")).delete();
    expect(await lines()).toEqual({ code: 5, lines: ["- order_ready de", "+ thanks de (thanks.json)"] });
  });
});

test("what pull can't write leaves nothing beside it", async () => {
  const other = newHome();
  mkdirSync(join(other, "order_ready.de.yaml"));
  const { code, stderr } = await templates("pull", other);
  expect([code, stderr]).toEqual([2, expect.stringContaining("order_ready.de.yaml")]);
  expect(readdirSync(other).filter((name) => name.endsWith(".part"))).toEqual([]);
});

test("pull puts back what differs, into the file that has it, and leaves alone what Meta has not", async () => {
  await write(
    "renamed.json",
    JSON.stringify(Bun.YAML.parse(ORDER_READY.replace("Your order", "Your parcel"))),
  );
  await Bun.file(join(folder, "order_ready.en_US.yaml")).delete();
  const { stdout } = await templates("pull", folder);
  expect(statesOf(stdout)).toMatchObject({
    ...{ "order_ready en_US": "changed", "order_ready de": "new", "thanks de": "only here" },
  });
  expect(JSON.parse(await read("renamed.json"))).toEqual(Bun.YAML.parse(ORDER_READY));
  expect(await Bun.file(join(folder, "thanks.json")).exists()).toBe(true);
  expect((await templates("diff", folder)).stdout).toBe("+ thanks de (thanks.json)\n");
});
