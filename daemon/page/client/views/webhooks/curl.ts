import { quoted } from "../../parts/as-command.tsx";

/** A request as deliveries have it: all but the time and the signatures, which are new each time. */
export type Posted = { url: string; headers: Readonly<Record<string, string>>; body: string };

/** Made by the shell, from the secret that it has in WAYPOST_WEBHOOK_SECRET; see docs/webhooks.md, "Headers". */
const SIGNING = [
  "timestamp=$(date +%s)",
  `key=$(printf %s "\${WAYPOST_WEBHOOK_SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \\n')`,
  `signature=v1,$(printf %s "$id.$timestamp.$body" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)`,
];
const SIGNED = [
  `-H "webhook-timestamp: $timestamp"`,
  `-H "svix-timestamp: $timestamp"`,
  `-H "webhook-signature: $signature"`,
  `-H "svix-signature: $signature"`,
];

/** Lines for a shell that post the same body with the same headers, signed now. */
export function curlOf({ url, headers, body }: Posted): string {
  const { "content-length": _length, ...given } = headers;
  const parts = [
    `printf %s "$body" | curl -i -X POST ${quoted(url)}`,
    ...Object.entries(given).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...SIGNED,
    "--data-binary @-",
  ];
  return [
    `body=${quoted(body)}`,
    `id=${quoted(headers["webhook-id"] ?? "")}`,
    ...SIGNING,
    parts.join(" \\\n  "),
  ].join("\n");
}
