import { expect, test } from "bun:test";
import { addressesOf, urlAt } from "../../db/connection/addresses.ts";

test.each([
  ["one host", "postgres://me:pw@db.internal/waypost", [["db.internal", 5432]]],
  [
    "several, some with a port",
    "postgresql://me@a:5433,b,[::1]:6000/waypost",
    [
      ["a", 5433],
      ["b", 5432],
      ["::1", 6000],
    ],
  ],
  ["the folder of a socket", "postgres://%2Fvar%2Frun%2Fpostgresql/waypost", [["/var/run/postgresql", 5432]]],
] as const)("a URL may name %s", (_, url, servers) => {
  expect(addressesOf(url)).toEqual(servers.map(([host, port]) => ({ host, port })));
});

test("a URL of one of its servers keeps everything else", () => {
  const url = "postgres://me:p%40w@a:1,[::1]:2/waypost?sslmode=require&target_session_attrs=read-write";
  const urls = addressesOf(url).map((address) => urlAt(url, address));
  expect(urls).toEqual([
    "postgres://me:p%40w@a:1/waypost?sslmode=require",
    "postgres://me:p%40w@[::1]:2/waypost?sslmode=require",
  ]);
});

test("a server that only reads can't be asked for", () => {
  expect(() => addressesOf("postgres://a,b/waypost?target_session_attrs=standby")).toThrow("use read-write");
});
