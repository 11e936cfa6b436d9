/** Every kind of message with what somebody writes who means no good. */
import { expect, test } from "bun:test";
import { receive } from "../inbound/support.ts";
import { LONG_MS } from "../support/long.ts";
import { faultsOn } from "./hostile/look.ts";
import { MARKUP, REVERSED } from "./hostile/texts.ts";
import { thread, threadSite } from "./inbox-thread-site.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM, visit } from "./stage.ts";

const { daemon, open } = threadSite();

const ZALGO = `Z${"\u0335\u0321\u0352\u034a".repeat(60)}algo`;
const SCRIPT = "javascript:taken=1";
const TEXTS: Readonly<Record<string, string>> = {
  markup: MARKUP,
  reversed: REVERSED,
  zalgo: ZALGO,
  endless: "W".repeat(10_000),
  script: `${SCRIPT} https://a.example/\u202Egpj.exe data:text/html,<script>taken=1</script>`,
  marks: "*_~`".repeat(2500),
};

/** Each kind with a text wherever one may stand. */
const kinds = (text: string): [kind: string, content: object][] => [
  ["text", { body: text }],
  ["image", { caption: text }],
  ["video", { caption: text }],
  ["audio", { voice: true }],
  ["document", { caption: text, filename: text.slice(0, 240) }],
  ["location", { name: text, address: text, url: SCRIPT }],
  [
    "contacts",
    {
      name: { formatted_name: text },
      org: { company: text },
      phones: [{ phone: text }],
      emails: [{ email: text }],
      urls: [{ url: SCRIPT }],
    },
  ],
  ["button_reply", { title: text }],
  ["list_reply", { title: text, description: text }],
  ["nfm_reply", { body: text, response_json: JSON.stringify({ [text.slice(0, 200)]: text }) }],
  ["button", { text }],
  [
    "order",
    { text, product_items: [{ product_retailer_id: text, quantity: text, item_price: {}, currency: text }] },
  ],
];

async function write(name: string, text: string, nth: number): Promise<string> {
  const from = `1415557000${nth}`;
  const ad = { source_url: SCRIPT, headline: text, body: text, thumbnail_url: "https://a.example/x.png" };
  const message = { type: "text", text: { body: `The beginning of ${name}` }, referral: ad };
  const { conversation_id } = await receive(daemon, { from, name: text.slice(0, 100), message });
  for (const [kind, content] of kinds(text)) await receive(daemon, { from, kind, content });
  return conversation_id;
}

test.skipIf(NO_CHROMIUM)(
  "it stays text in every kind, and the page stays whole",
  async () => {
    const page = await open("/inbox");
    for (const [nth, [name, text]] of Object.entries(TEXTS).entries()) {
      await visit(page, `/inbox/${await write(name, text, nth)}`);
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 844 });
        await thread(page).getByText(`The beginning of ${name}`).waitFor();
        const faults = await faultsOn(page, name === "reversed" ? text : "\u0000");
        const links = await thread(page)
          .getByRole("link")
          .evaluateAll((all) => all.map((one) => String(Reflect.get(one, "href"))));
        faults.push(...links.filter((href) => !/^(https?|mailto|tel):/.test(href)));
        if (width === 390) faults.push(...(await accessibilityFaults(page)));
        expect({ name, width, faults }).toEqual({ name, width, faults: [] });
        await keepScreenshot(page, `inbox-hostile-${name}-${width}`);
      }
    }
  },
  LONG_MS,
);
