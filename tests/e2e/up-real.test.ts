/** `./scripts/up --real`: the one command to a number of one's own, with a stand-in where WhatsApp Web would be. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import {
  startWhatsAppWebSandbox,
  type WhatsAppWebSandbox,
} from "../../daemon/sandbox/whatsapp-web/sandbox.ts";
import { LONG_MS } from "../support/long.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { printed, startUp } from "./up.ts";

const NUMBER = "15557020077";
const home = temporaryFolder("up-real");
let web: WhatsAppWebSandbox;
beforeAll(async () => {
  web = await startWhatsAppWebSandbox();
});
afterAll(() => web.stop());

test(
  "it shows the code that pairs a number, stays up with it, and pairs no second one when it starts again",
  async () => {
    const environment = { WAYPOST_WA_WEB_URL: web.url, WAYPOST_WA_ROOT_KEY: web.rootKey };
    const first = startUp(home, ["--real"], environment);
    await web.control.scan(NUMBER, await printed(first.stdout, /^qr\t.*\t(\S+)$/m));
    await printed(first.stdout, /(Ctrl-C stops it)/);
    first.kill("SIGINT");
    expect(await first.exited).toBe(0);

    const again = startUp(home, ["--real"], environment);
    expect(await printed(again.stdout, /(\+\d+) is paired already.*Ctrl-C/s)).toBe(`+${NUMBER}`);
    again.kill("SIGINT");
    expect(await again.exited).toBe(0);
  },
  LONG_MS,
);

test("with --real there is no first message to stop after", async () => {
  const child = startUp(home, ["--real", "--once"]);
  expect(await child.exited).toBe(2);
  expect(await child.stderr.text()).toContain("--once");
});
