/** A paired number behind real proxies: everything of it goes through them, or nowhere. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Chat, NUMBER, startChat } from "../../providers/whatsapp-web/chat.ts";
import { type FileServer, startFileServer } from "../../providers/whatsapp-web/file-server.ts";
import { dumpOf } from "../../secrets/dump.ts";
import type { Answer } from "../../support/daemon.ts";
import {
  type ProxyProcess,
  type ProxyProcessOptions,
  startProxyProcess,
} from "../../support/proxies/start.ts";
import { eventually, until } from "../../support/until.ts";
import { untilStatus } from "../support.ts";

const USER = { name: "anna", password: "top-secret" };
const running: ProxyProcess[] = [];

async function start(options: ProxyProcessOptions): Promise<ProxyProcess> {
  const proxy = await startProxyProcess(options);
  running.push(proxy);
  return proxy;
}

afterAll(async () => {
  for (const proxy of running) await proxy.kill();
});

/** So many that they come as a file. */
const PAST = Array.from({ length: 300 }, (_, nth) => ({
  number: String(491_710_000_000 + nth),
  name: `Person ${nth}`,
  text: `This was long ago, ${crypto.randomUUID()}. `.repeat(5),
  times: 5,
}));

const settingsOf = ({ url }: Pick<ProxyProcess, "url">) => ({
  rate: { per_second: 100_000 },
  warmup: null,
  proxy: { url },
});

describe.each(["socks5", "http"] as const)("through %s", (kind) => {
  let chat: Chat;
  let proxy: ProxyProcess;
  let files: FileServer;

  beforeAll(async () => {
    proxy = await start({ kind, user: USER });
    chat = await startChat(settingsOf(proxy));
    files = await startFileServer(chat.web);
  });
  afterAll(async () => {
    await chat.stop();
    await files.stop();
  });

  const channel = async (): Promise<Answer["body"]> =>
    (await chat.daemon.call("GET", `/v1/channels/${chat.channelId}`)).body;
  const change = (url: string | null) =>
    chat.daemon.call("PATCH", `/v1/channels/${chat.channelId}`, {
      settings: { proxy: url === null ? null : { url } },
    });
  const reached = (...statuses: string[]) => untilStatus(chat.daemon.call)(chat.channelId, ...statuses);

  test("the number is paired from its first packet on, and talks", async () => {
    expect(new Set(proxy.seen)).toContain(new URL(chat.web.url).host);
    expect(await chat.sent("text", { body: "Hello" }, "delivered", "read")).toMatchObject({ error: null });
    expect(await chat.receive("text", { body: "Hello yourself" })).toMatchObject({ direction: "inbound" });
  });

  /** Does something that opens so many connections, and returns where they lead. */
  async function opened(count: number, work: () => Promise<unknown>): Promise<string[]> {
    const before = proxy.seen.length;
    await work();
    await until(() => proxy.seen.length >= before + count);
    return proxy.seen.slice(before);
  }

  test("files go out and come in through it, those that a client names and the phone's history, too", async () => {
    const named = new URL(files.url("/")).host;
    const sent = await opened(2, async () => {
      const { provider_message_id: id } = await chat.sent(
        "image",
        { media_url: files.url("/picture.png") },
        "read",
      );
      expect((await chat.onPhone(id)).kind).toBe("image");
    });
    expect(sent[0]).toBe(named);
    const preview = { url: "https://example.com/", body: "Look", thumbnail_url: files.url("/picture.png") };
    expect(await opened(1, () => chat.sent("link", preview, "read"))).toEqual([named]);
    const host = String(sent[1]);
    const received = await opened(1, async () => {
      const { content } = await chat.receive("document", { base64: "JVBERi0xLjQKJSVFT0YK" });
      await eventually("file", async () => {
        const headers = { "x-api-key": chat.daemon.key };
        return (await fetch(chat.daemon.url + content.media_url, { headers })).status === 200;
      });
    });
    // perhaps over two connections
    expect(new Set(received)).toEqual(new Set([host]));
    const history = await opened(1, async () => chat.people().addHistory(NUMBER, PAST));
    expect(history).toEqual([host]);
    await eventually("people of the history", async () => {
      const rows = await chat.daemon.sql`select 1 from contacts where name like 'Person %'`;
      return rows.length === PAST.length;
    });
  });

  test("its password is shown and kept nowhere", async () => {
    const shown = `${kind}://anna:***@127.0.0.1:${proxy.port}`;
    expect((await channel()).settings.proxy).toEqual({ url: shown });
    expect((await change(shown)).body.settings.proxy).toEqual({ url: shown });
    // the same one: it did not connect again
    expect((await channel()).status).toBe("connected");
    await change(proxy.url);
    await reached("connected");
    const audit = await chat.daemon.call("GET", "/v1/audit?limit=100");
    expect(JSON.stringify(audit.body)).toContain(shown);
    expect([...(await dumpOf(chat.daemon.sql)).values()].join("\n")).not.toContain(USER.password);
  });

  test("while it is away the number is, too, and comes back with it", async () => {
    await proxy.kill();
    const { status_reason } = await reached("disconnected");
    expect(status_reason).toBe("proxy_unreachable: the channel's proxy can't be reached (ECONNREFUSED)");
    const waiting = await chat.send("text", { body: "Later" });
    // as a request to connect leaves it that comes while the proxy is tried
    await chat.daemon.sql`
      update channels set status = 'connecting', status_reason = null where id = ${chat.channelId}`;
    expect((await reached("disconnected")).status_reason).toBe(status_reason);
    proxy = await start({ kind, user: USER, port: proxy.port });
    await reached("connected");
    await chat.daemon.until(waiting, "sent", "delivered", "read");
    expect(proxy.seen).toContain(new URL(chat.web.url).host);
  });

  test("a wrong password keeps the number away until it is put right, then at once", async () => {
    await change(proxy.url.replace("top-secret", "another-secret"));
    const { status_reason } = await reached("disconnected");
    expect(status_reason).toBe("proxy_unreachable: the channel's proxy refused the user name or password");
    await change(proxy.url);
    await reached("connected");
  });

  test("another proxy takes the number over, and none lets it go", async () => {
    const other = await start({ kind: kind === "http" ? "socks5" : "http" });
    await change(other.url);
    await until(() => other.seen.includes(new URL(chat.web.url).host));
    await reached("connected");
    const [there, here] = [other.seen.length, proxy.seen.length];
    await change(null);
    expect((await channel()).settings.proxy).toBeNull();
    await other.kill();
    await reached("connected");
    await chat.sent("text", { body: "On my own" }, "delivered", "read");
    expect([other.seen.length, proxy.seen.length]).toEqual([there, here]);
  });
});
