/** `templates preview`: a file as a phone shows it, in a pipe and on terminals of two widths. */
import { beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { newHome, runCli, runCliInTerminal } from "./run-cli.ts";

const folder = newHome();
const file = join(folder, "order.yaml");
const TEMPLATE = `name: order
language: en_US
category: UTILITY
components:
  - { type: HEADER, format: IMAGE, example: { file: menu.jpg } }
  - type: BODY
    text: |-
      Hello {{1}},

      your order {{2}} is *ready* and _warm_. You can come by and fetch it whenever you like 👩‍👩‍👧.
    example: { body_text: [[Ada, "4711"]] }
  - { type: FOOTER, text: Blue Door Café }
  - type: BUTTONS
    buttons:
      - { type: QUICK_REPLY, text: Thanks }
      - { type: URL, text: Track it, url: "https://example.com/{{1}}", example: ["4711"] }
`;
beforeAll(async () => void (await Bun.write(file, TEMPLATE)));

const preview = (...words: string[]) => runCli(["templates", "preview", ...words]);

test("header, body, footer and buttons are drawn, with the values that are given and examples for the rest", async () => {
  const { code, stdout } = await preview(file, "--param", "Eve");
  expect([code, stdout]).toEqual([
    0,
    `
╭──────────────────────────────────────────────────────────────╮
│ ┌──────────────────────────────────────────────────────────┐ │
│ │                                                          │ │
│ │                    picture  menu.jpg                     │ │
│ │                                                          │ │
│ └──────────────────────────────────────────────────────────┘ │
│ Hello Eve,                                                   │
│                                                              │
│ your order 4711 is *ready* and _warm_. You can come by and   │
│ fetch it whenever you like 👩.                               │
│                                                              │
│ Blue Door Café                                         12:00 │
├──────────────────────────────────────────────────────────────┤
│                           ↩ Thanks                           │
├──────────────────────────────────────────────────────────────┤
│                          ↗ Track it                          │
╰──────────────────────────────────────────────────────────────╯

↗ Track it  https://example.com/4711
`.slice(1),
  ]);
});

describe("on a terminal", () => {
  test.each([
    [60, 60],
    [80, 64],
  ])(
    "of %d columns each line of the message takes %d, with bold and italic words",
    async (columns, width) => {
      const terminal = runCliInTerminal(["templates", "preview", file], { columns });
      expect(await terminal.exited).toBe(0);
      const lines = terminal.screen().split("\r\n");
      const drawn = lines.filter((line) => /^[╭│├╰]/.test(line));
      expect(new Set(drawn.map((line) => Bun.stringWidth(line)))).toEqual(new Set([width]));
      expect(drawn.join(" ")).toContain("is \u001b[1mready\u001b[22m and \u001b[3mwarm\u001b[23m.");
    },
  );

  test("without colours the marks stay, and what would move the cursor is shown", async () => {
    const nasty = join(folder, "nasty.yaml");
    await Bun.write(nasty, TEMPLATE.replace("text: Thanks", 'text: "\\e[2J"'));
    const terminal = runCliInTerminal(["templates", "preview", nasty, "--no-color"], { columns: 60 });
    expect(await terminal.exited).toBe(0);
    expect(terminal.screen()).toContain("*ready*");
    expect(terminal.screen()).toContain("↩ \\u001b[2J");
    expect(terminal.screen()).not.toContain("\u001b[2J");
  });
});

test("with more than three buttons it shows two, and lists all of them below", async () => {
  const many = join(folder, "many.json");
  const buttons = ["One", "Two", "Three", "Four"].map((text) => ({ type: "QUICK_REPLY", text }));
  const components = [
    { type: "BODY", text: "Which?" },
    { type: "BUTTONS", buttons },
  ];
  await Bun.write(many, JSON.stringify({ name: "many", components }));
  const { stdout } = await preview(many);
  const [drawn = "", listed = ""] = stdout.split("\n\n↩");
  expect(drawn).toMatch(/↩ One [\s\S]+↩ Two [\s\S]+≡ See all options/);
  expect(drawn).not.toContain("Three");
  expect(`↩${listed}`).toBe("↩ One\n↩ Two\n↩ Three\n↩ Four\n");
});

test("an authentication template has Meta's words, and a value that is named is for its variable", async () => {
  const code = join(folder, "code.json");
  const components = [
    { type: "BODY", add_security_recommendation: true },
    { type: "FOOTER", code_expiration_minutes: 5 },
    { type: "BUTTONS", buttons: [{ type: "OTP", otp_type: "COPY_CODE" }] },
  ];
  await Bun.write(code, JSON.stringify({ name: "code", category: "AUTHENTICATION", components }));
  expect(JSON.parse((await preview(code, "--json")).stdout)).toMatchObject({
    body: "*123456* is your verification code. For your security, do not share this code.",
    footer: "This code expires in 5 minutes.",
    buttons: [{ text: "Copy code" }],
  });
  const named = join(folder, "named.json");
  const body = { type: "BODY", text: "Hi {{first_name}}, {{city}}." };
  await Bun.write(named, JSON.stringify({ parameter_format: "NAMED", components: [body] }));
  const { stdout } = await preview(named, "--param", "city=Rome", "--json");
  expect(JSON.parse(stdout).body).toBe("Hi {{first_name}}, Rome.");
});

test.each([
  [["--param", "a", "--param", "b", "--param", "c"], "--param gives {{3}}, and the body has {{1}}, {{2}}"],
  [["--param", "a", "--wrong"], "unknown option"],
])("%p is refused", async (words, said) => {
  const { code, stderr } = await preview(file, ...words);
  expect([code, stderr]).toEqual([2, expect.stringContaining(said)]);
});

test("a file that can't be read is named", async () => {
  for (const path of [join(folder, "none.yaml"), folder, join(folder, "none.txt")])
    expect(await preview(path)).toMatchObject({ code: 2, stderr: expect.stringContaining(path) });
});
