/** Passkeys on the page, with Chromium's virtual authenticator: added, used in place of a password, for a step up, removed. */
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { newUser } from "../auth/factors/people.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM, PASSWORD, pageStage } from "./stage.ts";

const stage = pageStage();
// passkeys are for names, not for addresses
const site = () => stage.daemon.url.replace("127.0.0.1", "localhost");

/** A device with a fingerprint reader, whose owner agrees to everything. */
async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...{ protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return {
    /** The owner is somebody else now, as their fingerprint says. */
    forgetOwner: () => session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false }),
  };
}

async function logIn(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
}

/** Somebody on their account's page, with an authenticator whose passkey they have added. */
async function withPasskey() {
  const { email, id } = await newUser(stage.daemon, "admin");
  const page = await stage.open("/login?to=/settings/account", { as: null, at: site(), isFresh: true });
  const authenticator = await addAuthenticator(page);
  await logIn(page, email);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Laptop");
  await page.getByRole("button", { name: "Continue" }).click();
  const codes = page.getByRole("dialog", { name: "Recovery codes" });
  await codes.getByRole("button", { name: "I have stored it" }).click();
  await page.getByRole("button", { name: "Remove Laptop" }).waitFor();
  return { email, id, page, authenticator };
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Log out", exact: true }).click();
  await page.getByRole("heading", { name: "Log in to Waypost" }).waitFor();
}

test.skipIf(NO_CHROMIUM)("a passkey logs somebody in without a password, until it is removed", async () => {
  const { email, page } = await withPasskey();
  expect(await accessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, "passkeys");
  await logOut(page);
  await keepScreenshot(page, "login-passkey");
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await page.goto(`${site()}/settings/account`);
  await page.getByText(email).waitFor();
  await page.getByRole("cell", { name: "Passkey", exact: true }).waitFor();
  await page.getByRole("button", { name: "Remove Laptop" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove Laptop" }).click();
  await page.getByText("Second factor removed").waitFor();
  await logOut(page);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.getByText("The passkey was not accepted").waitFor();
});

test.skipIf(NO_CHROMIUM)(
  "a passkey is the second factor after a password, and none of somebody else's finger",
  async () => {
    const { email, page, authenticator } = await withPasskey();
    await logOut(page);
    await logIn(page, email);
    await page.getByLabel("Code from your authenticator app").waitFor();
    await authenticator.forgetOwner();
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.getByRole("alert").waitFor();
    await page.goto(`${site()}/login`);
    expect(await page.context().cookies()).not.toContainEqual(
      expect.objectContaining({ name: "waypost_session" }),
    );
  },
);

test.skipIf(NO_CHROMIUM)("a passkey proves once more who somebody is", async () => {
  const { id, page } = await withPasskey();
  await stage.daemon.sql`
    update login_sessions set proved_at = now() - interval '11 minutes' where user_id = ${id}`;
  await page.getByRole("button", { name: "Get new recovery codes" }).click();
  const proof = page.getByRole("dialog", { name: "Is it you?" });
  await proof.getByRole("button", { name: "Use a passkey" }).click();
  await page.getByRole("dialog", { name: "Recovery codes" }).waitFor();
});

test.skipIf(NO_CHROMIUM)("a wrong code after a refused passkey is said to be wrong", async () => {
  const { id, page, authenticator } = await withPasskey();
  await stage.daemon.sql`
    update login_sessions set proved_at = now() - interval '11 minutes' where user_id = ${id}`;
  await authenticator.forgetOwner();
  await page.getByRole("button", { name: "Get new recovery codes" }).click();
  const proof = page.getByRole("dialog", { name: "Is it you?" });
  await proof.getByRole("button", { name: "Use a passkey" }).click();
  await proof.getByRole("alert").waitFor();
  await proof.getByLabel("Code from your authenticator app").fill("000000");
  await proof.getByRole("button", { name: "Confirm" }).click();
  await proof.getByText("The code is wrong").waitFor();
});
