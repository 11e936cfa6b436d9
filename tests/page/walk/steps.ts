/** What a newcomer does on the page, step by step, each seen to have happened. */
import { expect } from "bun:test";
import type { Page } from "playwright-core";
import { startReceiver } from "../../webhooks/receiver.ts";
import { qrOnPage } from "../qr-on-page.ts";
import type { Hands } from "./hands.ts";
import type { Up } from "./up.ts";

export type Walk = {
  page: Page;
  hands: Hands;
  up: Up;
  /** Of the phone that is paired. */
  number: string;
  /** How many people the broadcast goes to. */
  people: number;
};

export async function seeOverview({ page }: Walk): Promise<void> {
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await page.getByText("Sandbox: nothing leaves this machine").waitFor();
  await page.getByText("All channels are connected.").waitFor();
}

/** By the code on the screen, which a phone scans. */
export async function pairNumber({ page, hands, up, number }: Walk): Promise<void> {
  await hands.go("Channels");
  await hands.press(page.getByRole("button", { name: "Add number" }));
  await hands.press(page.getByRole("button", { name: "Pair a phone" }));
  const form = page.getByRole("dialog", { name: "Pair a phone" });
  await hands.write(form.getByLabel("Name"), `Shop ${number}`);
  await hands.press(form.getByRole("button", { name: "Add and pair" }));
  // on a phone, the code to type comes first
  const scan = page.getByRole("button", { name: "Scan a QR code instead" });
  const show = page.getByRole("button", { name: "Show the QR code" });
  await scan.or(show).waitFor();
  if (await scan.isVisible()) await hands.press(scan);
  await hands.press(show);
  const picture = page.getByRole("img", { name: "QR code to scan" });
  await picture.waitFor();
  await up.phone(`${number}/scan`, { qr: await qrOnPage(picture) });
  await page.getByText(`+${number} is paired`).waitFor();
}

/** A key that may send, used by curl as its program would; the message is seen to be read. */
export async function makeKey({ page, hands, up, number }: Walk): Promise<void> {
  const channelId = new URL(page.url()).pathname.split("/").at(-1);
  await hands.go("API keys");
  await hands.press(page.getByRole("button", { name: "Create key" }).first());
  const form = page.getByRole("dialog", { name: "Create key" });
  await hands.write(form.getByLabel("Name"), `Program of ${number}`);
  await hands.press(form.getByRole("button", { name: "Create key" }));
  const shown = page.getByRole("dialog", { name: "New API key" });
  const key = (await shown.getByRole("region", { name: "New API key" }).textContent()) ?? "";
  await hands.press(page.getByRole("button", { name: "I have stored it" }));
  const to = `1415555${number.slice(-4)}`;
  const message = { channel_id: channelId, to, type: "text", content: { body: "Your table is ready" } };
  const json = ["-H", "content-type: application/json", "-d", JSON.stringify(message)];
  const curl = Bun.spawnSync(["curl", "-sS", "-H", `x-api-key: ${key}`, ...json, `${up.url}/v1/messages`]);
  expect(JSON.parse(curl.stdout.toString())).toMatchObject({ status: "queued" });
  await hands.go("Messages");
  await hands.press(page.getByRole("link", { name: `+${to}` }));
  const life = page.getByRole("region", { name: "What happened to it" });
  await life.getByText("Read", { exact: true }).waitFor();
}

/** Its first event is refused, seen to be, and replayed once the receiver works. */
export async function addEndpoint({ page, hands, up, number }: Walk): Promise<void> {
  let status = 500;
  const headers = { "retry-after": "3600" };
  const receiver = startReceiver(() => new Response(`answered with ${status}`, { status, headers }));
  try {
    await hands.go("Webhooks");
    await hands.press(page.getByRole("button", { name: "Add endpoint" }).first());
    const form = page.getByRole("dialog", { name: "Add endpoint" });
    await hands.write(form.getByLabel("Address"), receiver.url);
    await hands.tick(form.getByRole("checkbox", { name: "message.new" }));
    await hands.press(form.getByRole("button", { name: "Add endpoint" }));
    await hands.press(page.getByRole("button", { name: "I have stored it" }));
    await hands.press(page.getByRole("link", { name: receiver.url }));
    await hands.press(page.getByRole("link", { name: "Show its deliveries" }));
    await page.getByText("No delivery matches").waitFor();
    await up.phone(`14155550123/messages`, { to: number, content: { body: "Is it ready?" } });
    const row = page.getByRole("row").filter({ hasText: "message.new" });
    await row.getByText("failed", { exact: true }).waitFor();
    status = 204;
    await hands.press(page.getByRole("button", { name: "Replay" }));
    const dialog = page.getByRole("dialog", { name: "Replay deliveries" });
    await hands.press(dialog.getByRole("button", { name: "Count first" }));
    await hands.press(dialog.getByRole("button", { name: "Replay 1 delivery" }));
    await dialog.getByText("1 of 1 delivered").waitFor();
    expect(receiver.received.length).toBe(2);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  } finally {
    receiver.stop();
  }
}

const tagOf = ({ number }: Walk) => `guests-${number.slice(-1)}`;

/** People from a file, who have a tag of this walk. */
export async function importPeople(walk: Walk): Promise<void> {
  const { page, hands, number, people } = walk;
  const phones = Array.from(
    { length: people },
    (_, nth) => `+14157${number.slice(-1)}0${String(nth).padStart(4, "0")}`,
  );
  const lines = phones.map((phone, nth) => `${phone},Guest ${nth},${tagOf(walk)}`);
  await hands.go("Contacts");
  await hands.press(
    page.getByRole("navigation", { name: "Contacts" }).getByRole("link", { name: "Imports" }),
  );
  await hands.press(page.getByRole("button", { name: "Import contacts" }).first());
  const field = page.getByLabel("File", { exact: true });
  await hands.give(field, `guests-${number}.csv`, `phone_number,name,tags\n${lines.join("\n")}\n`);
  await page.getByText("Guest 1").first().waitFor();
  await hands.press(page.getByRole("button", { name: "Import contacts" }).last());
  await page.getByText("completed").last().waitFor();
  await page
    .getByRole("region", { name: `guests-${number}.csv` })
    .getByText(people.toLocaleString("en"), { exact: true })
    .first()
    .waitFor();
}

/** To the people of the import, watched to its end. */
export async function broadcast(walk: Walk): Promise<void> {
  const { page, hands, number } = walk;
  const people = walk.people.toLocaleString("en");
  await hands.go("Templates");
  await hands.press(page.getByRole("button", { name: "Read from WhatsApp" }));
  await page.getByRole("link", { name: "hello_world" }).waitFor();
  await hands.go("Broadcasts");
  await hands.press(page.getByRole("button", { name: "Create broadcast" }).first());
  const form = page.getByRole("dialog", { name: "Create broadcast" });
  await hands.write(form.getByLabel("Name", { exact: true }), `Guests of ${number}`);
  await hands.choose(form.getByRole("button", { name: /Template$/ }), "hello_world (en_US)");
  await hands.choose(form.getByRole("button", { name: /Send to$/ }), "Contacts by their tags");
  await hands.write(form.getByLabel("With any of these tags"), tagOf(walk));
  await hands.press(form.getByRole("button", { name: "Create broadcast" }));
  const detail = page.getByRole("region", { name: `Guests of ${number}` });
  await hands.press(detail.getByRole("button", { name: "Start broadcast" }));
  const starting = page.getByRole("dialog", { name: "Start broadcast" });
  await hands.press(starting.getByRole("button", { name: `Send to ${people} people` }));
  await detail.getByText("completed", { exact: true }).waitFor();
  await detail.getByText(`${people} of ${people} people done`).waitFor();
}
