/** A login by the device page, behind a proxy that strips a prefix. */
import { afterAll, expect, test } from "bun:test";
import { ownDaemon } from "../support/own-daemon.ts";
import { startPrefixProxy } from "../support/prefix-proxy.ts";

const proxy = startPrefixProxy("/waypost", () => daemon.url);
afterAll(() => proxy.stop());
const daemon = ownDaemon({ config: { publicUrl: `${proxy.url}/` } });

/** Sends the form that a page shows, to where a browser would. */
async function submit(page: Response, fields: Record<string, string>): Promise<Response> {
  const action = /<form method="post" action="([^"]+)"/.exec(await page.text())?.[1] ?? "";
  const target = new URL(action, page.url);
  return await fetch(target, {
    method: "POST",
    headers: { origin: target.origin },
    body: new URLSearchParams(fields),
  });
}

test("the page that the program names leads to an approval", async () => {
  const begun = await fetch(`${proxy.url}/v1/auth/device/authorization`, {
    method: "POST",
    body: new URLSearchParams({ host: "ada-laptop" }),
  });
  const { user_code, verification_uri } = (await begun.json()) as Record<string, string>;
  expect(verification_uri).toBe(`${proxy.url}/device`);
  const fields = { user_code: user_code ?? "", email: "", password: "", key: daemon.key };
  const approval = await submit(await fetch(verification_uri ?? ""), fields);
  const wrong = await submit(approval, { ...fields, answer: "approve", key: "wp_wrong" });
  expect(wrong.status).toBe(401);
  const end = await submit(wrong, { ...fields, answer: "approve" });
  expect(await end.text()).toContain("Allowed");
});
