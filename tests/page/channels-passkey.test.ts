/** What the view of channels shows of a passkey that WhatsApp wants, to the end. */
import { expect, test } from "bun:test";
import { caller } from "../support/daemon.ts";
import { channelsSite } from "./channels-site.ts";
import { accessibilityFaults, NO_CHROMIUM } from "./stage.ts";

const NUMBER = "15557015001";
const site = await channelsSite();

test.skipIf(NO_CHROMIUM)(
  "it says what to do, shows the code, and links once a person has confirmed it",
  async () => {
    const { control } = site.web;
    const { call, url } = site.stage.daemon;
    control.passkeys.setDemand(NUMBER, "with_challenge");
    const id = await site.newChannel("Shop");
    const page = await site.stage.open(`/channels/${id}`);
    await page.getByRole("button", { name: "Show the QR code" }).click();
    await page.getByRole("img", { name: "QR code to scan" }).waitFor();
    const linked = control.scan(NUMBER, (await call("GET", `/v1/channels/${id}/qr?wait=20`)).body.qr);
    await page.getByRole("heading", { name: "WhatsApp wants a passkey" }).waitFor();
    const { body } = await call("GET", `/v1/channels/${id}/qr`);
    const { token, options } = body.passkey;
    expect(await page.getByRole("link", { name: "Use the passkey" }).getAttribute("href")).toBe(
      body.passkey.url,
    );
    expect(await accessibilityFaults(page)).toEqual([]);
    const assertion = control.passkeys.sign(NUMBER, options);
    await caller(url, null)("POST", `/v1/channels/${id}/passkey`, { token, assertion });
    await page.getByRole("heading", { name: "Compare this code with the phone's" }).waitFor();
    const { code } = control.passkeys.state(NUMBER);
    await page
      .getByText(code ?? "", { exact: true })
      .first()
      .waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "The codes are the same" }).click();
    await page.getByText("Confirmed here.").waitFor();
    control.passkeys.answer(NUMBER, true);
    await linked;
    await page.getByText("Connected.").waitFor();
  },
);
