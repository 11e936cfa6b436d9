/** What Baileys downloads itself, which is app state, and the look for a newer version: by our own `fetch`. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { downloadContentFromMessage } from "baileys";
import { createEgressGuard } from "../../../daemon/egress/guard.ts";
import { parseProxyAddress } from "../../../daemon/egress/tunnel/address.ts";
import { createFetch } from "../../../daemon/egress/tunnel/fetch.ts";
import { createTunnel } from "../../../daemon/egress/tunnel/tunnel.ts";
import { askForVersion } from "../../../daemon/gateway/version-page.ts";
import { guardFileHosts } from "../../../daemon/providers/whatsapp-web/receive/media-source.ts";
import { type ProxyProcess, startProxyProcess } from "../../support/proxies/start.ts";

const guard = createEgressGuard(["127.0.0.0/8"]);
let proxy: ProxyProcess;

beforeAll(async () => {
  proxy = await startProxyProcess({ kind: "socks5", isForbidding: true });
});
afterAll(() => proxy.kill());

test("app state and the version are asked for through the tunnel, by name", async () => {
  const tunnel = createTunnel(parseProxyAddress(proxy.url), guard);
  const hosts = guardFileHosts({ webSocketUrl: "wss://web.whatsapp.com/ws/chat", guard });
  const fetch = createFetch(tunnel, hosts);
  const blob = { directPath: "/v/t62/state", mediaKey: new Uint8Array(32).fill(1) };
  const options = { options: { fetch } as RequestInit };
  const refused = "the channel's proxy did not connect to";
  await expect(downloadContentFromMessage(blob, "md-app-state", options)).rejects.toThrow(
    `${refused} mmg.whatsapp.net:443: not allowed`,
  );
  await expect(askForVersion("wss://web.whatsapp.com/ws/chat", tunnel)).rejects.toThrow(
    `${refused} web.whatsapp.com:443: not allowed`,
  );
});

test("a path that leads to another host leads nowhere", async () => {
  const hosts = guardFileHosts({ webSocketUrl: "wss://web.whatsapp.com/ws/chat", guard });
  const blob = { directPath: "@files.example.com/state", mediaKey: new Uint8Array(32).fill(1) };
  const options = { options: { fetch: createFetch(null, hosts) } as RequestInit };
  await expect(downloadContentFromMessage(blob, "md-app-state", options)).rejects.toThrow(
    "files.example.com is not one of WhatsApp's hosts",
  );
});
