import { expect, test } from "bun:test";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { newSigningSecret, sign } from "../../daemon/webhooks/signature.ts";

const BODIES = 10_000;
const now = () => Math.floor(Date.now() / 1000);

/** Verifies with both outside libraries; svix once with each family of headers. */
function verify(secret: string, headers: Record<string, string>, body: string): void {
  const family = (prefix: string) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith(prefix)));
  new StandardWebhook(secret).verify(body, family("webhook-"));
  new SvixWebhook(secret).verify(body, family("webhook-"));
  new SvixWebhook(secret).verify(body, family("svix-"));
}

/** Text of every awkward sort: plain, emoji, control characters, lone surrogates, and at times very long. */
function randomText(): string {
  const pieces = [
    "plain ",
    "é",
    "漢字",
    "👩‍👩‍👧‍👦",
    "\u0000",
    "\u001f",
    "\u2028",
    "\ud800",
    "\udc00",
    '"\\',
    "</script>",
    "\r\n",
  ];
  const length = Math.random() < 0.02 ? 20_000 : Math.floor(Math.random() * 40);
  return Array.from({ length }, () => pieces[Math.floor(Math.random() * pieces.length)]).join("");
}

function randomBody(): string {
  return JSON.stringify({
    message_id: crypto.randomUUID(),
    text: randomText(),
    [randomText().slice(0, 20)]: Math.random(),
  });
}

test(`${BODIES} random bodies are verified by svix and standardwebhooks`, () => {
  for (let nth = 0; nth < BODIES; nth++) {
    const secret = newSigningSecret();
    const body = randomBody();
    const headers = sign([secret], { id: `evt_${nth}`, type: "message.new", body }, now());
    expect(() => verify(secret, headers, body)).not.toThrow();
  }
});

test(`of ${BODIES} random bodies, none is verified with a byte, the id, the time or the signature changed`, () => {
  const libraries = [StandardWebhook, SvixWebhook];
  for (let nth = 0; nth < BODIES; nth++) {
    const secret = newSigningSecret();
    const body = randomBody();
    const headers = sign([secret], { id: `evt_${nth}`, type: "message.new", body }, now());
    const [changedHeaders, changedBody] = tampered(headers, body, nth);
    for (const Library of libraries) {
      expect(() => new Library(secret).verify(changedBody, changedHeaders)).toThrow();
    }
  }
});

/** A delivery with one thing changed: in turn a bit of the body, a character of the id, the time, or of the signature. */
function tampered(
  headers: Record<string, string>,
  body: string,
  nth: number,
): [Record<string, string>, Buffer] {
  const bytes = Buffer.from(body);
  if (nth % 4 === 0) {
    const at = Math.floor(Math.random() * bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << (nth % 8));
    return [headers, bytes];
  }
  const name = ["id", "timestamp", "signature"][(nth % 4) - 1] ?? "id";
  const value = headers[`webhook-${name}`] ?? "";
  const changed = name === "timestamp" ? String(Number(value) - 1) : swap(value, name === "id" ? 4 : 10);
  return [{ ...headers, [`webhook-${name}`]: changed, [`svix-${name}`]: changed }, bytes];
}

function swap(text: string, at: number): string {
  return text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1);
}

test("a body of 100 KB is verified", () => {
  const secret = newSigningSecret();
  const body = JSON.stringify({ text: "👋".repeat(25_000) });
  verify(secret, sign([secret], { id: "evt_1", type: "t", body }, now()), body);
});

test("a changed byte, id, time or secret is refused by both", () => {
  const secret = newSigningSecret();
  const body = '{"message_id":"1"}';
  const headers = sign([secret], { id: "evt_1", type: "t", body }, now());
  const changed = (name: string, value: string) => ({
    ...headers,
    [`webhook-${name}`]: value,
    [`svix-${name}`]: value,
  });
  expect(() => verify(secret, headers, '{"message_id":"2"}')).toThrow();
  expect(() => verify(secret, changed("id", "evt_2"), body)).toThrow();
  expect(() => verify(secret, changed("timestamp", String(now() - 1)), body)).toThrow();
  expect(() => verify(secret, sign([secret], { id: "evt_1", type: "t", body }, now() - 301), body)).toThrow();
  expect(() => verify(newSigningSecret(), headers, body)).toThrow();
});

test("while secrets overlap, the current one signs first and each of them verifies", () => {
  const [current, old] = [newSigningSecret(), newSigningSecret()];
  const message = { id: "evt_1", type: "t", body: "{}" };
  const headers = sign([current, old], message, now());
  verify(current, headers, "{}");
  verify(old, headers, "{}");
  const [first] = headers["webhook-signature"]?.split(" ") ?? [];
  expect(first).toBe(sign([current], message, Number(headers["webhook-timestamp"]))["webhook-signature"]);
});

test("the six headers are twins, and the event's type comes with them", () => {
  const headers = sign(
    [newSigningSecret()],
    { id: "evt_1", type: "message.sent", body: "{}" },
    1_700_000_000,
  );
  for (const name of ["id", "timestamp", "signature"])
    expect(headers[`svix-${name}`]).toBe(headers[`webhook-${name}`]);
  expect(headers).toMatchObject({
    "webhook-id": "evt_1",
    "webhook-timestamp": "1700000000",
    "webhook-event-type": "message.sent",
  });
  expect(Object.keys(headers)).toHaveLength(7);
});

test("the published example of Standard Webhooks gives the published signature", () => {
  // https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
  const headers = sign(
    ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
    { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", type: "test", body: '{"test": 2432232314}' },
    1_614_265_330,
  );
  expect(headers["webhook-signature"]).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
});

test("a secret is whsec_ and 32 random bytes", () => {
  const secret = newSigningSecret();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(Buffer.from(secret.slice(6), "base64")).toHaveLength(32);
  expect(newSigningSecret()).not.toBe(secret);
});
