/** The way of a file from the page to the daemon: dropped, stopped, lost, too late, and none at all. */
import { afterAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LONG_MS } from "../support/long.ts";
import { startPrefixProxy } from "../support/prefix-proxy.ts";
import { startRelay } from "../support/relay.ts";
import { until } from "../support/until.ts";
import { button, choose, drop, NEW_IMPORT, pick } from "./imports-support.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM, PASSWORD, pageStage } from "./stage.ts";

const stage = pageStage();
const proxy = startPrefixProxy("/waypost", () => stage.daemon.url);
afterAll(proxy.stop);

test.skipIf(NO_CHROMIUM)(
  "a file is dropped, also below a prefix, and one beside it does no harm",
  async () => {
    const page = await stage.open(NEW_IMPORT, { at: proxy.url });
    await page.getByLabel("File", { exact: true }).waitFor();
    await drop(page, "document.body");
    expect(new URL(page.url()).pathname).toBe(`/waypost${NEW_IMPORT}`);
    await drop(page, `document.querySelector("input[type=file]").parentElement`);
    await page.getByText("Dropped", { exact: true }).waitFor();
    await button(page, "Import contacts").click();
    await page.getByText("completed").last().waitFor();
  },
);

test.skipIf(NO_CHROMIUM)(
  "a login that ended is asked for, and the file is sent then",
  async () => {
    const page = await stage.open(NEW_IMPORT);
    // larger than what a connection takes before its request is refused
    const filler = `+14155550111,${"x".repeat(60)}\n`.repeat(80_000);
    await choose(page, "login.csv", `phone,note\n${filler}`);
    await until(async () => await button(page, "Import contacts").isEnabled());
    await page.context().clearCookies();
    await button(page, "Import contacts").click();
    const dialog = page.getByRole("dialog", { name: "Your login has ended" });
    await dialog.getByLabel("Password").fill(PASSWORD);
    await dialog.getByRole("button", { name: "Log in" }).click();
    // several megabytes are sent again first
    await page.getByRole("progressbar", { name: "Reading records" }).waitFor({ timeout: LONG_MS / 2 });
    await page.getByRole("button", { name: "Cancel import" }).click();
    const confirm = page.getByRole("dialog", { name: "Cancel import" });
    expect(await accessibilityFaults(page)).toEqual([]);
    await confirm.getByRole("button", { name: "Cancel import" }).click();
    await page.getByText("cancelled", { exact: true }).last().waitFor();
    await page.getByRole("dialog").waitFor({ state: "detached" });
  },
  LONG_MS,
);

test.skipIf(NO_CHROMIUM)(
  "a file on its way can be stopped; one that is lost is sent again under the same key",
  async () => {
    const relay = await startRelay(stage.daemon.url);
    try {
      const page = await stage.open(NEW_IMPORT, { at: new URL(relay.url).origin, isFresh: true });
      await choose(page, "slow.csv", `phone,name\n+14155550121,Ada\n${"\n".repeat(3_000_000)}`);
      await page.getByText("+14155550121").first().waitFor();
      const keys: string[] = [];
      page.on("request", (request) => {
        if (request.url().includes("/v1/contacts/import?"))
          keys.push(request.headers()["idempotency-key"] ?? "");
      });
      const network = await page.context().newCDPSession(page);
      const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 40_000 };
      await network.send("Network.emulateNetworkConditions", slow);
      await button(page, "Import contacts").click();
      const bar = page.getByRole("progressbar", { name: "Sending slow.csv" });
      await until(async () => Number(await bar.getAttribute("value")) > 1);
      await keepScreenshot(page, "imports-sending");
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByRole("button", { name: "Cancel", exact: true }).click();
      await bar.waitFor({ state: "detached" });
      expect(await page.getByRole("alert").count()).toBe(0);
      await button(page, "Import contacts").click();
      await until(async () => Number(await bar.getAttribute("value")) > 1);
      await relay.refuse();
      await page.getByText("The daemon can't be reached").waitFor();
      await relay.accept();
      await network.send("Network.emulateNetworkConditions", { ...slow, uploadThroughput: -1 });
      await button(page, "Import contacts").click();
      await page.getByText("completed").last().waitFor();
      expect(keys).toHaveLength(3);
      expect(new Set(keys).size).toBe(1);
    } finally {
      await relay.refuse();
    }
  },
  LONG_MS,
);

test.skipIf(NO_CHROMIUM)(
  "a file that is gone, and one that is none of contacts, are said as such",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "waypost-imports-"));
    try {
      const path = join(folder, "gone.csv");
      await Bun.write(path, "phone\n+14155550131\n");
      const page = await stage.open(NEW_IMPORT);
      await page.getByLabel("File", { exact: true }).setInputFiles(path);
      await page.getByText("+14155550131").first().waitFor();
      await rm(path);
      await button(page, "Import contacts").click();
      await page.getByText("The file can't be read.").waitFor();
      await page.getByRole("button", { name: "Take another file" }).click();
      await choose(page, "picture.csv", "\u0000\u0001PNG");
      await page.getByRole("alert").waitFor();
      expect(await button(page, "Import contacts").isDisabled()).toBe(true);
      await page.getByRole("button", { name: "Take another file" }).click();
      await choose(page, "people.dat", "phone\n+14155550132\n");
      await page.getByRole("alert").waitFor();
      await pick(page, "Format", "CSV");
      await page.getByText("+14155550132").first().waitFor();
      expect(await page.getByRole("alert").count()).toBe(0);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);
