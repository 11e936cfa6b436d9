/** Quick replies in the box: those that somebody asks for, filled for the person as they are now. */
import { expect, test } from "bun:test";
import { until } from "../support/until.ts";
import { box, inboxSite } from "./inbox-site.ts";
import { NO_CHROMIUM } from "./stage.ts";

const { stage, daemon, hear, messagesOf, openInbox } = inboxSite();

test.skipIf(NO_CHROMIUM)("a slash offers quick replies, filled with the person's name", async () => {
  await daemon.call("POST", "/v1/quick_replies", {
    shortcut: "ask_hours",
    body: "{{first_name}}, from 9 to 22.",
  });
  await daemon.call("POST", "/v1/quick_replies", { shortcut: "ask_way", body: "By tram 5." });
  const id = await hear({ from: "14155565007", body: "When?", name: "Grace Hopper" });
  const page = await openInbox(id);
  await box(page).fill("/");
  const offered = page.getByRole("listbox", { name: "Quick replies" });
  await offered.getByRole("option", { name: /ask_hours/ }).waitFor();
  await box(page).fill("/ask");
  await until(async () => (await offered.getByRole("option").count()) === 2);
  await box(page).press("ArrowDown");
  await box(page).press("Enter");
  expect(await box(page).inputValue()).toBe("By tram 5.");
  await box(page).fill("/ask_h");
  await box(page).press("Enter");
  await until(async () => (await box(page).inputValue()) === "Grace, from 9 to 22.");
});

test.skipIf(NO_CHROMIUM)(
  "a quick reply has the name that the person has now, and waits where a field is missing",
  async () => {
    await daemon.call("POST", "/v1/quick_replies", { shortcut: "dear", body: "Dear {{first_name|you}}," });
    const lacking = { shortcut: "room", body: "Your room is {{custom.none}}." };
    await daemon.call("POST", "/v1/quick_replies", lacking);
    const id = await hear({ from: "14155550197", body: "Hi", name: "Wilma Old" });
    const page = await openInbox(id);
    await box(page).fill("/dear");
    await page.getByRole("option").getByText("Dear Wilma,").waitFor();
    await box(page).fill("");
    const { contact_id } = (await daemon.call("GET", `/v1/conversations/${id}`)).body;
    await daemon.call("PATCH", `/v1/contacts/${contact_id}`, { name: "Nora New" });
    await box(page).fill("/dear");
    await page.getByRole("option").getByText("Dear Nora,").waitFor();
    expect(await page.getByRole("option").getByText("Dear Wilma,").count()).toBe(0);
    await daemon.call("PATCH", `/v1/contacts/${contact_id}`, { name: "Uma Third" });
    await page.getByRole("option").getByText("Dear Uma,").waitFor();

    const sent = async () =>
      (await messagesOf(id)).filter(({ direction }: { direction: string }) => direction === "outbound")
        .length;
    await box(page).fill("/room");
    await page.getByRole("option").getByText("Your room is").waitFor();
    await box(page).press("Enter");
    await box(page).press("Enter");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    const asked = page.getByRole("alert").filter({ hasText: "The contact has no custom.none" });
    await asked.waitFor();
    expect(await box(page).inputValue()).toBe("Your room is {{custom.none}}.");
    expect(await sent()).toBe(0);
    await asked.getByRole("button", { name: "Send anyway" }).click();
    await until(async () => (await sent()) === 1);
  },
);

test.skipIf(NO_CHROMIUM)("that is so as well while the page hears of nothing", async () => {
  await daemon.call("POST", "/v1/quick_replies", { shortcut: "sir", body: "Sir {{first_name}}," });
  const id = await hear({ from: "14155550198", body: "Hi", name: "Wilma Old" });
  const page = await stage.open("/login");
  await page.route("**/v1/events/stream*", (route) => route.abort());
  await page.goto(`${daemon.url}/inbox/${id}`);
  await box(page).fill("/sir");
  await page.getByRole("option").getByText("Sir Wilma,").waitFor();
  await box(page).fill("");
  const { contact_id } = (await daemon.call("GET", `/v1/conversations/${id}`)).body;
  await daemon.call("PATCH", `/v1/contacts/${contact_id}`, { name: "Nora New" });
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  await page.route("**/v1/quick_replies*", (route) => mayGoOn.then(() => route.fallback()));
  await box(page).fill("/sir");
  await box(page).press("Enter");
  goOn();
  await until(async () => (await box(page).inputValue()) === "Sir Nora,");
});
