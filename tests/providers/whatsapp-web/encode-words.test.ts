/** Messages that paired numbers have as they are, as drafts. */
import { expect, test } from "bun:test";
import { link } from "../../../daemon/providers/whatsapp-web/encode/words.ts";

const url = "https://example.com/menu";
type Link = Parameters<typeof link>[0];

test.each<[what: string, content: Link, text: string, title: string]>([
  ["a link alone", { url }, url, url],
  ["a link below words", { url, body: "Tonight:" }, `Tonight:\n${url}`, url],
  ["a link with a title", { url, title: "Our menu" }, url, "Our menu"],
])("%s", (_what, content, text, title) => {
  expect(link(content)).toMatchObject({
    do: "send",
    content: { show: "text", text, preview: { url, title } },
  });
});
