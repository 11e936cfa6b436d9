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
  [
    "it as a parameter",
    "postgres:///waypost?host=/var/run/postgresql&port=5433",
    [["/var/run/postgresql", 5433]],
  ],
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

test("a read-only server can't be requested", () => {
  expect(() => addressesOf("postgres://a,b/waypost?target_session_attrs=standby")).toThrow("use read-write");
});

test("a parameter that names a host is none of the server's", () => {
  const url = "postgres://me@/waypost?host=/tmp&port=5433&sslmode=disable";
  expect(addressesOf(url).map((address) => urlAt(url, address))).toEqual([
    "postgres://me@%2Ftmp:5433/waypost?sslmode=disable",
  ]);
});

test.each([
  ["?sslmode=require&channel_binding=require", "channel_binding in the database's URL: leave it out"],
  ["?schema=public", "schema in the database's URL: that is Prisma's; leave it out"],
  ["?pgbouncer=true&connection_limit=1", "give Postgres's own address as DATABASE_DIRECT_URL"],
])("with %s a URL is refused with a sentence", (query, sentence) => {
  expect(() => addressesOf(`postgres://me@db/waypost${query}`)).toThrow(sentence);
});
