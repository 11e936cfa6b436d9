/** A number's proxy as a setting: which are refused, how a pairing fails, and the same by the CLI and `doctor`. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { runCli } from "../../cli/run-cli.ts";
import { LONG_MS } from "../../support/long.ts";
import { type ProxyProcess, startProxyProcess } from "../../support/proxies/start.ts";
import { eventually } from "../../support/until.ts";
import { type PairingSite, startPairingSite } from "../support.ts";

const USER = { name: "anna", password: "top-secret" };
let site: PairingSite;
let proxy: ProxyProcess;

beforeAll(async () => {
  proxy = await startProxyProcess({ kind: "socks5", user: USER });
  site = await startPairingSite({ config: { allowPrivateHosts: ["127.0.0.0/8"] } });
});
afterAll(async () => {
  await site.stop();
  await proxy.kill();
});

const cli = (line: string, stdin: string | null = null) =>
  runCli(line.split(" "), {
    env: { WAYPOST_URL: site.daemon.url, WAYPOST_API_KEY: site.daemon.key },
    stdin,
  });
const shown = () => `socks5://anna:***@127.0.0.1:${proxy.port}`;
const settingOf = async (id: string) =>
  (await site.daemon.call("GET", `/v1/channels/${id}`)).body.settings.proxy;

const REFUSED = [
  ["ftp://proxy.example.com:21", "write socks5:// or http://, host and port"],
  ["socks5://anna:***@proxy.example.com:1080", "write the password itself"],
  ["socks5://10.0.0.1:1080", "10.0.0.1 leads to a private or reserved address; the operator can allow it"],
  ["http://[fd00::1]:80", "[fd00::1] leads to a private or reserved address"],
] as const;

test("addresses that can't be used are refused at their place, those of private networks, too", async () => {
  const made = { platform: "whatsapp_unofficial", name: "Paired" };
  const id = await site.newChannel();
  for (const [url, message] of REFUSED) {
    const settings = { proxy: { url } };
    const answers = [
      await site.daemon.call("POST", "/v1/channels", { ...made, settings }),
      await site.daemon.call("PATCH", `/v1/channels/${id}`, { settings }),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(422);
      expect(body.errors).toEqual([
        { path: "/settings/proxy/url", message: expect.stringContaining(message) },
      ]);
    }
  }
});

test("official numbers take none", async () => {
  const { call, channelId } = site.daemon;
  const settings = { proxy: { url: proxy.url } };
  const { status, body } = await call("PATCH", `/v1/channels/${channelId}`, { settings });
  expect(status).toBe(422);
  expect(body.errors[0]).toMatchObject({
    path: "/settings/proxy",
    message: expect.stringContaining("only paired numbers have a proxy of their own"),
  });
});

test("a code and a passkey are asked for through it, and a pairing without it ends in words", async () => {
  const id = await site.newChannel();
  const { call } = site.daemon;
  const before = proxy.seen.length;
  await call("PATCH", `/v1/channels/${id}`, { settings: { proxy: { url: proxy.url } } });
  const phone_number = "15557080001";
  const begun = await call("POST", `/v1/channels/${id}/connect`, { method: "pairing_code", phone_number });
  await site.web.control.typeCode(phone_number, begun.body.pairing_code);
  await site.until(id, "connected");
  const wants = await site.newChannel();
  await call("PATCH", `/v1/channels/${wants}`, { settings: { proxy: { url: proxy.url } } });
  site.web.control.passkeys.setDemand("15557080004", "with_challenge");
  await call("POST", `/v1/channels/${wants}/connect`, {});
  const { body } = await call("GET", `/v1/channels/${wants}/qr?wait=20`);
  site.web.control.scan("15557080004", body.qr).catch(() => {});
  await eventually("passkey", async () => {
    const asked = await call("GET", `/v1/channels/${wants}/qr`);
    return asked.body.state === "passkey_wanted";
  });
  await call("DELETE", `/v1/channels/${wants}`);
  expect(new Set(proxy.seen.slice(before))).toEqual(new Set([new URL(site.web.url).host]));

  const other = await site.newChannel();
  const away = proxy.url.replace("top-secret", "another-secret");
  await call("PATCH", `/v1/channels/${other}`, { settings: { proxy: { url: away } } });
  await call("POST", `/v1/channels/${other}/connect`);
  const reason = await eventually("reason", async () => {
    const { body } = await call("GET", `/v1/channels/${other}`);
    return body.status === "disconnected" && body.status_reason?.startsWith("proxy")
      ? body.status_reason
      : null;
  });
  expect(reason).toBe(
    "proxy_unreachable: the channel's proxy refused the user name or password; connect it again",
  );
});

test("a proxy whose address can't be opened keeps its number off, and is not left out", async () => {
  const id = await site.newChannel();
  const { call, sql } = site.daemon;
  await call("PATCH", `/v1/channels/${id}`, { settings: { proxy: { url: proxy.url } } });
  await sql`update channels set settings = jsonb_set(settings, '{proxy,sealed}', '"damaged"') where id = ${id}`;
  await call("POST", `/v1/channels/${id}/connect`);
  const { status_reason } = await site.until(id, "degraded", "pairing");
  expect(status_reason).toBe("its keys can't be read; see the log");
  await call("DELETE", `/v1/channels/${id}`);
});

test(
  "a proxy that says nothing is given up after 20 s, and tried again",
  async () => {
    const silent = await startProxyProcess({ kind: "http" });
    silent.freeze();
    const id = await site.newChannel();
    await site.pair(id, "15557080003");
    const { call } = site.daemon;
    await call("PATCH", `/v1/channels/${id}`, { settings: { proxy: { url: silent.url } } });
    const tried = await call("GET", "/v1/diagnostics");
    const { error } = tried.body.proxies.find((one: { channel_id: string }) => one.channel_id === id);
    expect(error).toBe("no answer within 4 s");
    const off = async () => {
      const { body } = await call("GET", `/v1/channels/${id}`);
      return body.status === "disconnected" && body.status_reason;
    };
    expect(await eventually("reason", off, LONG_MS)).toBe(
      "proxy_unreachable: the channel's proxy did not answer within 20 s",
    );
    silent.thaw();
    await site.until(id, "connected");
    await call("DELETE", `/v1/channels/${id}`);
    await silent.kill();
  },
  LONG_MS,
);

test("the CLI names a proxy from standard input, shows it without its password, and takes it away", async () => {
  const made = await cli(
    "channels create --name Sales --platform whatsapp_unofficial --json --proxy -",
    `${proxy.url}\n`,
  );
  const { id } = JSON.parse(made.stdout);
  expect(await settingOf(id)).toEqual({ url: shown() });
  const got = await cli(`channels get ${id}`);
  expect(got.stdout).toContain(shown());
  expect((await cli(`channels update ${id} --proxy none`)).code).toBe(0);
  expect(await settingOf(id)).toBeNull();
  const dry = await cli(`channels update ${id} --proxy ${proxy.url} --dry-run --json`);
  expect(dry.stdout).toContain("socks5://anna:[hidden]@");
  const refused = await cli(`channels update ${id} --proxy socks4://127.0.0.1:1`);
  expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining("write socks5://") });
  expect(JSON.stringify([made, got, dry])).not.toContain(USER.password);
});

test("channels pair names it before anything connects", async () => {
  const before = proxy.seen.length;
  const running = cli(`channels pair --name Fresh --proxy ${proxy.url} --json`);
  const qr = await eventually("code", async () => {
    const { body } = await site.daemon.call("GET", "/v1/channels");
    const id = body.data.find(
      ({ name, status }: { name: string; status: string }) => name === "Fresh" && status === "pairing",
    )?.id;
    return id && (await site.daemon.call("GET", `/v1/channels/${id}/qr`)).body.qr;
  });
  await site.web.control.scan("15557080002", qr);
  expect((await running).code).toBe(0);
  expect(proxy.seen.length).toBeGreaterThan(before);
});

test("doctor tries each, and says what is wrong", async () => {
  const findings = async () => {
    const { data } = JSON.parse((await cli("doctor --json")).stdout);
    return data.filter(({ check }: { check: string }) => check === "proxies");
  };
  const found = await findings();
  expect(found.map(({ status }: { status: string }) => status).sort()).toEqual(["ok", "ok", "problem"]);
  const wrong = found.find(({ status }: { status: string }) => status === "problem");
  expect(wrong.found).toContain("the channel's proxy refused the user name or password");
  expect(wrong.advice).toContain("waypost channels update ch_");
});
