/** The form of a broadcast: what is sent, to whom, when and how fast; as a new draft, and of one that is there. */
import { beforeAll, expect, test } from "bun:test";
import { createDraft, defineTemplate, makePeople } from "../broadcasts/support.ts";
import { ended as importEnded } from "../imports/support.ts";
import { choose, HOSTILE, more } from "./broadcasts-support.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM, pageStage, typeZone } from "./stage.ts";

const stage = pageStage();
const { daemon } = stage;
beforeAll(async () => {
  await defineTemplate(daemon);
});

test.skipIf(NO_CHROMIUM)("a draft is changed: what is emptied is not set any more", async () => {
  const id = await createDraft(daemon, {
    ...{ name: "Weekend", audience: { filter: { q: "Ada", tag: "vip" } }, rate_per_second: 5 },
    window: { from: "09:00", to: "18:00", days: ["sat"] },
  });
  const page = await stage.open(`/broadcasts/${id}?status=draft`, { width: "narrow" });
  await page.getByText("Contacts that match “Ada”, with the tag vip").waitFor();
  await keepScreenshot(page, "broadcasts-draft-narrow");
  await more(page, "Edit draft");
  const form = page.getByRole("dialog", { name: "Edit draft" });
  await form.getByLabel("Words in name, email or number").fill("");
  await form.getByLabel("Tag", { exact: true }).fill("");
  await form.getByRole("button", { name: "Save changes" }).click();
  await form.getByText("say what they match, or send to everyone").first().waitFor();
  await keepScreenshot(page, "broadcasts-form-narrow");
  expect(await accessibilityFaults(page)).toEqual([]);
  await form.getByLabel("Tag", { exact: true }).fill("regulars");
  await form.getByLabel("Messages a second").fill("");
  await form.getByText("Only within certain hours").click();
  await form.getByRole("button", { name: "As CLI or curl" }).click();
  const command = `waypost broadcasts update ${id} --clear window --clear rate_per_second`;
  await page.getByText("PATCH").waitFor();
  expect(await page.getByText(command).count()).toBe(0); // a filter by tag has no option
  await page.keyboard.press("Escape");
  await form.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Changes saved").waitFor();
  const { body } = await daemon.call("GET", `/v1/broadcasts/${id}`);
  expect(body).toMatchObject({ name: "Weekend", window: null, rate_per_second: null });
  expect(body.audience.filter).toMatchObject({ tag: "regulars" });
  await more(page, "Delete draft");
  await page.getByRole("dialog").getByRole("button", { name: "Delete draft" }).click();
  await page.getByText("Draft deleted").waitFor();
  expect((await daemon.call("GET", `/v1/broadcasts/${id}`)).status).toBe(404);
});

test.skipIf(NO_CHROMIUM)(
  "each place of a template is filled: header, named variables and buttons",
  async () => {
    await defineTemplate(daemon, "order_ready", "approved", {
      parameter_format: "NAMED",
      components: [
        { type: "HEADER", format: "TEXT", text: "For {{who}}" },
        { type: "BODY", text: "Order {{order}} is ready, {{who}}. Thank you." },
        {
          type: "BUTTONS",
          buttons: [
            { type: "URL", text: "Track", url: "https://example.com/{{1}}" },
            { type: "QUICK_REPLY", text: "Thanks" },
          ],
        },
      ],
    });
    const page = await stage.open("/templates");
    await page.getByRole("link", { name: "order_ready" }).click();
    await page.getByRole("button", { name: "More for this template" }).click();
    await page.getByRole("menuitem", { name: "Create a broadcast of it" }).click();
    const form = page.getByRole("dialog", { name: "Create broadcast" });
    await choose(page, /\{\{who\}\} of the header$/, "First name");
    await choose(page, /\{\{order\}\}$/, "Custom field");
    await form.getByLabel("{{order}}: its name").fill("Order");
    await form.getByLabel("{{order}}: if missing").fill("4711");
    await choose(page, /\{\{who\}\}$/, "First name");
    await form.getByLabel("End of the link of “Track”: text").fill("t");
    await form.getByLabel("What “Thanks” returns: text").fill("THANKS");
    await form.getByText("For [first_name]").waitFor();
    await form.getByText("Order [custom.Order] is ready, [first_name]. Thank you.").waitFor();
    await choose(page, /Send to$/, "Everyone");
    await form.getByRole("button", { name: "As CLI or curl" }).click();
    await page.getByText(/ --param 'order=\{custom.Order\|4711\}' --param 'who=\{first_name\}' /).waitFor();
    await page.keyboard.press("Escape");
    await keepScreenshot(page, "broadcasts-places");
    await form.getByRole("button", { name: "Create broadcast" }).click();
    await page.getByRole("heading", { name: "order_ready" }).waitFor();
    const { body } = await daemon.call("GET", "/v1/broadcasts?limit=1");
    expect(body.data[0].template.parameters).toEqual({
      header: { field: "first_name" },
      body: { order: { field: "custom.Order", fallback: "4711" }, who: { field: "first_name" } },
      buttons: { "0": "t", "1": "THANKS" },
    });
  },
);

test.skipIf(NO_CHROMIUM)("a file of a header is uploaded, or named by its address", async () => {
  await defineTemplate(daemon, "with_picture", "approved", {
    components: [
      { type: "HEADER", format: "IMAGE" },
      { type: "BODY", text: "Here it is." },
    ],
  });
  const page = await stage.open("/broadcasts?template=with_picture");
  const picture = await page.screenshot({ type: "jpeg", clip: { x: 0, y: 0, width: 100, height: 100 } });
  const form = page.getByRole("dialog", { name: "Create broadcast" });
  await choose(page, /Send to$/, "Everyone");
  await form
    .getByLabel("File of the header: upload")
    .setInputFiles({ name: "table.jpg", mimeType: "image/jpeg", buffer: picture });
  await form.getByRole("button", { name: "Take table.jpg out" }).waitFor();
  await form.getByRole("figure").getByRole("img", { name: "Picture" }).waitFor();
  await keepScreenshot(page, "broadcasts-header");
  expect(await accessibilityFaults(page)).toEqual([]);
  await form.getByRole("button", { name: "Create broadcast" }).click();
  await page.getByRole("heading", { name: "with_picture" }).waitFor();
  const { body } = await daemon.call("GET", "/v1/broadcasts?limit=1");
  expect(body.data[0].template.parameters.header).toMatch(/^med_/);
  await more(page, "Edit draft");
  const edit = page.getByRole("dialog", { name: "Edit draft" });
  await edit.getByRole("button", { name: "Take table.jpg out" }).click();
  await edit.getByLabel("File of the header: address").fill("https://example.com/menu.jpg");
  await edit.getByLabel("File of the header: upload").waitFor({ state: "detached" });
  await edit.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Changes saved").waitFor();
});

test.skipIf(NO_CHROMIUM)(
  "people are named in each way that there is, and counted while it is written",
  async () => {
    const [ada = "", ben = ""] = await makePeople(daemon, [
      { phone_number: "+14157400001", name: "Ada Lovelace" },
      { phone_number: "+14157400002", name: HOSTILE },
    ]);
    const list = await daemon.call("POST", "/v1/crm/lists", { name: `${HOSTILE} list` });
    await daemon.call("POST", `/v1/crm/lists/${list.body.id}/entries`, { record_ids: [ada, ben] });
    const csv = "phone_number,name\n+14157400003,Cleo\n+14157400004,Dan\n+14157400005,Eve\n";
    const headers = { "content-type": "text/csv" };
    const { body } = await daemon.call("POST", "/v1/contacts/import?file_name=guests.csv", csv, headers);
    await importEnded(daemon, body.id);
    const page = await stage.open("/broadcasts");
    await page.getByRole("button", { name: "Create broadcast" }).first().click();
    const form = page.getByRole("dialog", { name: "Create broadcast" });
    await choose(page, /Template$/, "spring_menu (en_US)");
    await form.getByLabel("{{1}}: text").fill("there");
    const counts = async (people: string) => {
      await form.getByRole("button", { name: "Count people" }).click();
      await form.getByText(people).waitFor();
    };

    await choose(page, /Send to$/, "A list");
    await choose(page, /List$/, `${HOSTILE} list`);
    await counts("2 of 2 people get it");
    await choose(page, /Send to$/, "A file that was imported");
    await choose(page, /Import$/, "guests.csv (3 records)");
    await counts("3 of 3 people get it");
    await choose(page, /Send to$/, "Contacts that match");
    await form.getByLabel("Words in name, email or number").fill("Lovelace");
    await counts("1 of 1 person get it");
    await choose(page, /Send to$/, "A file to import with it");
    const rows = "Tel.,Name\n+14157400006,Fay\n+14157400007,Gus\nnone,Hal\n";
    const file = (name: string) => ({ name, mimeType: "text/csv", buffer: Buffer.from(rows) });
    await form.getByLabel("File", { exact: true }).setInputFiles(file("Gäste.csv"));
    await form.getByRole("button", { name: "Take Gäste.csv out" }).waitFor();
    await counts("2 of 2 people get it");
    await form.getByText("1 row of the file identifies nobody").waitFor();
    await form.getByText("How it is read").click();
    await keepScreenshot(page, "broadcasts-file");
    expect(await accessibilityFaults(page)).toEqual([]);
    await choose(page, /Send to$/, "Some contacts");
    await form.getByRole("button", { name: "Count people" }).click();
    await form.getByText("Add at least one contact.").waitFor();
    await form.getByLabel("Add a contact").fill("Lovelace");
    await form.getByRole("button", { name: /Ada Lovelace/ }).click();
    await form.getByLabel("Add a contact").fill(ben);
    await form.getByRole("list", { name: "Contacts found" }).getByRole("button").click();
    await counts("2 of 2 people get it");
    await form.getByRole("button", { name: "Remove Ada Lovelace" }).click();
    await form.getByText("2 of 2 people get it").waitFor({ state: "detached" });
    await counts("1 of 1 person get it");
    await form.getByText("Hello there, the spring menu is here.").last().waitFor();
    await keepScreenshot(page, "broadcasts-counted");
    expect(await accessibilityFaults(page)).toEqual([]);
    await choose(page, /Send to$/, "A file to import with it");
    await form.getByLabel("File", { exact: true }).setInputFiles(file("late.csv"));
    await form.getByRole("button", { name: "Take late.csv out" }).waitFor();
    await form.getByRole("button", { name: "Create broadcast" }).click();
    await page.getByRole("link", { name: /The contacts of the import imp_/ }).click();
    await page.getByRole("heading", { name: "late.csv" }).waitFor();
    await page.getByRole("link", { name: "Create a broadcast for its contacts" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "late.csv (3 records) Import" }).waitFor();
  },
);

test.skipIf(NO_CHROMIUM)(
  "when, how fast and until when are said in the form, and seen in the draft",
  async () => {
    const page = await stage.open("/broadcasts?template=spring_menu");
    const form = page.getByRole("dialog", { name: "Create broadcast" });
    await form.getByLabel("{{1}}: text").fill("there");
    await choose(page, /Send to$/, "Everyone");
    await form.getByText("When, how fast, and how much").click();
    await form.getByText("Only within certain hours").click();
    await form.getByLabel("To", { exact: true }).fill("09:00");
    await form.getByText("Monday").click();
    await typeZone(form, "Europe/Berlin");
    await form.getByLabel("Start at").fill("2030-05-01T09:30");
    await form.getByLabel("Messages a second").fill("3");
    await form.getByText("Stops by itself", { exact: true }).click();
    await form.getByLabel("Failed percent").fill("20");
    await form.getByText("At most", { exact: true }).click();
    await form.getByLabel("People").fill("50");
    await form.getByRole("button", { name: "Create broadcast" }).click();
    await form.getByLabel("To", { exact: true }).and(page.locator("[aria-invalid=true]")).waitFor();
    await keepScreenshot(page, "broadcasts-when");
    expect(await accessibilityFaults(page)).toEqual([]);
    await form.getByLabel("To", { exact: true }).fill("17:00");
    await form.getByRole("button", { name: "Create broadcast" }).click();
    const detail = page.getByRole("region", { name: "spring_menu" });
    await detail.getByText("09:00–17:00 mon Europe/Berlin").waitFor();
    await detail.getByText("20 % of the last 100 failed").waitFor();
    await detail.getByText("50 people").waitFor();
    await detail.getByText("3 messages a second").waitFor();
    const { body } = await daemon.call("GET", "/v1/broadcasts?limit=1");
    expect(body.data[0]).toMatchObject({
      window: { from: "09:00", to: "17:00", days: ["mon"], zone: "Europe/Berlin" },
      ...{ rate_per_second: 3, stop: { failed_percent: 20 }, limit: { people: 50 }, priority: "low" },
    });
    await detail.getByRole("button", { name: "Start broadcast" }).click();
    await page.getByRole("button", { name: "Schedule broadcast" }).click();
    await detail.getByText("scheduled", { exact: true }).waitFor();
    await detail.getByRole("button", { name: "Stop broadcast" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Stop broadcast" }).click();
    await detail.getByText("cancelled", { exact: true }).waitFor();
  },
);
