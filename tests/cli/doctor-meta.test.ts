/** What doctor finds of Meta. */
import { expect, test } from "bun:test";
import { alertFindings } from "../../cli/commands/doctor/alerts.ts";
import { oneTickFindings } from "../../cli/commands/doctor/one-tick.ts";
import {
  channelFindings,
  graphVersionFindings,
  hostFindings,
  webhookFieldFindings,
} from "../../cli/commands/doctor/outside.ts";
import { hostOf } from "../../daemon/health/outside-hosts.ts";

test.each([
  ["v26.0", null, "usable", "ok", "v26.0"],
  ["v25.0", "2028-07-29", "usable", "ok", "v25.0, until 2028-07-29"],
  ["v25.0", "2028-07-29", "ends_soon", "warning", "Meta ends v25.0 on 2028-07-29"],
  ["v25.0", "2028-07-29", "ended", "problem", "v25.0 ended on 2028-07-29: Meta answers as a newer version"],
  ["v9.0", null, "ended", "problem", "v9.0 ended: Meta answers as a newer version"],
] as const)("of version %s of the Graph API, which ends on %s and is %s, it says %s: %s", (...row) => {
  const [version, ends_on, state, status, found] = row;
  const graph_version = { version, ends_on, state };
  expect(graphVersionFindings({ graph_version })).toMatchObject([{ check: "Graph API", status, found }]);
});

test.each([
  [[], null, "ok", "the app is subscribed to all that are read"],
  [["standby"], null, "warning", "the app is not subscribed to standby: Meta sends nothing of them"],
  [
    ["messages", "calls"],
    null,
    "problem",
    "the app is not subscribed to messages, calls: Meta sends nothing of them",
  ],
  [[], "no answer", "skipped", "Meta does not say which the app is subscribed to: no answer"],
] as const)("of the missing webhook fields %j (%s) it says %s: %s", (missing, error, status, found) => {
  const webhook_fields = { missing: [...missing], error };
  expect(webhookFieldFindings({ webhook_fields })).toMatchObject([
    { check: "webhook fields", status, found },
  ]);
  expect(webhookFieldFindings({ webhook_fields: null })).toEqual([]);
});

test("an official number without a messaging account is named where others have one", () => {
  const channel = (id: string, account: string | null) => ({
    ...{ id, waba_id: "1020", status: "connected", health_score: 100 },
    settings: { messaging_account_id: account },
  });
  const named = (...accounts: (string | null)[]) => {
    const channels = accounts.map((account, at) => channel(`ch_${at}`, account));
    const found = channelFindings(channels as unknown as Parameters<typeof channelFindings>[0]);
    return found.filter(({ check }) => check === "messaging accounts").map((one) => one.found.split(" ")[0]);
  };
  expect(named("1", null, "2", null)).toEqual(["ch_1", "ch_3"]);
  expect(named(null, null)).toEqual([]);
  expect(named("1", "2")).toEqual([]);
});

test("a number is named of whose messages many stay at one tick, with the share and what to do", () => {
  const number = (id: string, lost: number) => {
    const part = { name: "undelivered", value: 0.314, weight: 20, lost, advice: "Clean the list." };
    return { id, health: { parts: [part] } };
  };
  expect(oneTickFindings([number("ch_1", 4), number("ch_2", 0)])).toEqual([
    {
      ...{ check: "one tick", status: "warning", advice: "Clean the list." },
      found: "ch_1: of those it wrote to in the last week, 31% got nothing; it stays at one tick",
    },
  ]);
});

test("the last alert of each kind is named with what to do, unless it only informs", () => {
  const alert = (name: string, severity: string, text: string, advice: string | null = null) => ({
    ...{ id: "evt_1", type: "channel.alerted", created_at: "2026-11-26T09:00:00.000Z" },
    body: { channel_id: "ch_1", alert: name, severity, text, advice },
  });
  const events = [
    alert("PROFILE_PICTURE_LOST", "warning", "it was lost"),
    alert("OBA_APPROVED", "informational", "approved"),
    alert("PROFILE_PICTURE_LOST", "warning", "it is lost", "Upload it."),
  ];
  expect(alertFindings(events)).toEqual([
    { check: "alerts", status: "warning", found: "ch_1: it is lost", advice: "Upload it." },
  ]);
});

test.each([
  ["https://graph.facebook.com", "graph.facebook.com", 443],
  ["https://graph.example.com:8443", "graph.example.com", 8443],
  ["http://graph.example.com", "graph.example.com", 80],
  ["http://127.0.0.1:4010", "127.0.0.1", 4010],
  ["https://[::1]:444", "[::1]", 444],
])("where %s can't be reached, the advice names the host and its port", (origin, host, port) => {
  const hosts = [{ name: "graph", host: hostOf(new URL(origin)), error: "timeout", milliseconds: 4000 }];
  const [found] = hostFindings({ hosts } as Parameters<typeof hostFindings>[0], []);
  expect(found?.advice).toContain(`resolve ${host} and connect to it on port ${port}.`);
});
