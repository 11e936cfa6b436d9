/** Which version of WhatsApp Web sessions log in with, and what its page makes of it. */
import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import type { WAVersion } from "baileys";
import { createEgressGuard } from "../../daemon/egress/guard.ts";
import { parseProxyAddress } from "../../daemon/egress/tunnel/address.ts";
import { createTunnel } from "../../daemon/egress/tunnel/tunnel.ts";
import { createVersions } from "../../daemon/gateway/versions.ts";
import { createLog } from "../../daemon/lib/log.ts";
import {
  startWhatsAppWebSandbox,
  type WhatsAppWebSandbox,
} from "../../daemon/sandbox/whatsapp-web/sandbox.ts";
import { freePort } from "../../scripts/lib/free-port.ts";

const OWN: WAVersion = [2, 3000, 5];
const NOTHING = new Uint8Array(1_000_000).fill(32);
let web: WhatsAppWebSandbox;

beforeAll(async () => {
  web = await startWhatsAppWebSandbox();
});
afterAll(() => web.stop());
beforeEach(() => web.control.version({ named: 1 }));

function versionsAt(url: string, fixed?: string) {
  const library = { DEFAULT_CONNECTION_CONFIG: { version: OWN } } as Parameters<
    typeof createVersions
  >[0]["library"];
  return createVersions({ library, url, fixed, log: createLog("silent") });
}

/** A page of its own, and how often it was asked for. */
function startPage(respond: () => Response) {
  let requests = 0;
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch() {
      requests += 1;
      return respond();
    },
  });
  return {
    url: `ws://127.0.0.1:${server.port}/ws/chat`,
    requests: () => requests,
    stop: () => server.stop(true),
  };
}

test("it is the one that comes along until the page names a newer one", async () => {
  const versions = versionsAt(web.url);
  expect(versions.current()).toEqual(OWN);
  expect(versions.words()).toBe("2.3000.5, which comes with Waypost");
  web.control.version({ named: 9 });
  await versions.refresh(() => null);
  expect(versions.current()).toEqual([2, 3000, 9]);
  expect(versions.words()).toBe(`2.3000.9, which ${new URL(web.url).host} names`);
});

test.each([
  ["an older one", 4, "names no newer one"],
  ["the same", 5, "names no newer one"],
  ["none", null, "does not say which is newer (its page names no version)"],
])("a page that names %s changes nothing, and the reason says so", async (_, named, words) => {
  web.control.version({ named });
  const versions = versionsAt(web.url);
  await versions.refresh(() => null);
  expect(versions.current()).toEqual(OWN);
  expect(versions.words()).toBe(`2.3000.5, and ${new URL(web.url).host} ${words}`);
});

test("a page that can't be read changes nothing, and the reason says why", async () => {
  const page = startPage(() => new Response("busy", { status: 503 }));
  const versions = versionsAt(page.url);
  await versions.refresh(() => null);
  expect(versions.words()).toEndWith("does not say which is newer (it responded with 503)");
  await page.stop();
  const endless = startPage(() => new Response(new ReadableStream({ pull: (to) => to.enqueue(NOTHING) })));
  const without = versionsAt(endless.url);
  await without.refresh(() => null);
  expect(without.words()).toEndWith("its page names no version)");
  await endless.stop();
  const away = versionsAt(page.url);
  await away.refresh(() => null);
  expect(away.current()).toEqual(OWN);
  expect(away.words()).toMatch(/^2\.3000\.5, and .* does not say which is newer \(.+\)$/);
});

test("many numbers that are refused at once ask once", async () => {
  const page = startPage(() => new Response('"client_revision":7'));
  const versions = versionsAt(page.url);
  await Promise.all([
    versions.refresh(() => null),
    versions.refresh(() => null),
    versions.refresh(() => null),
  ]);
  await versions.refresh(() => null);
  expect([page.requests(), versions.current()]).toEqual([1, [2, 3000, 7]]);
  await page.stop();
});

test("a version that the settings name is used, and nobody is asked", async () => {
  const page = startPage(() => new Response('"client_revision":7'));
  const versions = versionsAt(page.url, "2.3000.6");
  await versions.refresh(() => null);
  expect([page.requests(), versions.current()]).toEqual([0, [2, 3000, 6]]);
  expect(versions.words()).toBe("2.3000.6, which WAYPOST_WA_WEB_VERSION sets");
  await page.stop();
});

test("why a number's own proxy fails is shown at no other number", async () => {
  const versions = versionsAt(web.url);
  const guard = createEgressGuard(["127.0.0.0/8"]);
  await versions.refresh(() => createTunnel(parseProxyAddress(`socks5://127.0.0.1:${freePort()}`), guard));
  await versions.refresh(() => {
    throw new Error("the channel's proxy can't be opened");
  });
  expect(versions.words()).toBe("2.3000.5, which comes with Waypost");
});
