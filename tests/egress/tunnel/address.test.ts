/** The addresses of proxies: which are understood, and what is said of the others. */
import { expect, test } from "bun:test";
import {
  judgedUrl,
  parseProxyAddress,
  shownProxyAddress,
  writtenProxyAddress,
} from "../../../daemon/egress/tunnel/address.ts";

test.each([
  ["socks5://proxy.example.com:1080", "socks5://proxy.example.com:1080"],
  ["SOCKS5H://Proxy.Example.com:1080/", "socks5://proxy.example.com:1080"],
  ["http://anna:top-secret@192.0.2.1:3128", "http://anna:***@192.0.2.1:3128"],
  ["http://anna@[2001:db8::1]:8080", "http://anna@[2001:db8::1]:8080"],
  ["socks5://a%40b:p%3A%2F@proxy.example.com:80", "socks5://a%40b:***@proxy.example.com:80"],
  ["socks5://anna:p@ss@proxy.example.com:443", "socks5://anna:***@proxy.example.com:443"],
])("%s is shown as %s", (given, shown) => {
  const address = parseProxyAddress(given);
  expect(shownProxyAddress(address)).toBe(shown);
  expect(parseProxyAddress(writtenProxyAddress(address))).toEqual(address);
});

test("user name and password are read as they were meant", () => {
  const { user } = parseProxyAddress("socks5://a%40b:p%3A%2F%25@proxy.example.com:1080");
  expect(user).toEqual({ name: "a@b", password: "p:/%" });
});

test("a guard judges its host and port", () => {
  expect(judgedUrl(parseProxyAddress("http://10.0.0.1:3128")).href).toBe("https://10.0.0.1:3128/");
});

const EXAMPLE = "as in socks5://user:password@proxy.example.com:1080";
test.each([
  ["proxy.example.com:1080", `write socks5:// or http://, host and port, ${EXAMPLE}`],
  ["https://proxy.example.com:1080", `write socks5:// or http://, host and port, ${EXAMPLE}`],
  ["socks4://proxy.example.com:1080", `write socks5:// or http://, host and port, ${EXAMPLE}`],
  ["socks5://proxy.example.com:1080/path", `write socks5:// or http://, host and port, ${EXAMPLE}`],
  ["socks5://", `write socks5:// or http://, host and port, ${EXAMPLE}`],
  ["http://proxy.example.com", `name the port at the end, ${EXAMPLE}`],
  ["http://proxy.example.com:70000", "the port is a number from 1 to 65535"],
  ["http://proxy.example.com:0", "the port is a number from 1 to 65535"],
  ["http://:secret@proxy.example.com:1080", "a password needs a user name before it, as in user:password@"],
  ["http://a:100%@proxy.example.com:1080", "write % in a user name or password as %25"],
  [
    `http://a:${"x".repeat(256)}@proxy.example.com:1080`,
    "user name and password are at most 255 bytes, without control characters",
  ],
  [
    "http://a:b%0D%0AX:1@proxy.example.com:1080",
    "user name and password are at most 255 bytes, without control characters",
  ],
  [
    "http://a:***@proxy.example.com:1080",
    "write the password itself: *** only stands for one that is not shown",
  ],
  ["http://0x7f.1:1080", "write the address as 127.0.0.1"],
  ["http://ho st:1080", "this is not an absolute https:// URL"],
])("%s is refused", (given, words) => {
  expect(() => parseProxyAddress(given)).toThrow(words);
});
