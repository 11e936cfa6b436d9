import { WAYPOST_URL } from "../../parts/as-command.tsx";
import { Code } from "../../parts/code.tsx";
import { ShownOnce } from "../../parts/shown-once.tsx";
import { WEBHOOKS } from "../../view-words.ts";

const RECEIVER = `import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.WAYPOST_WEBHOOK_SECRET);

Bun.serve({
  port: 3000,
  async fetch(request) {
    const payload = await request.text();
    const event = webhook.verify(payload, Object.fromEntries(request.headers));
    console.log(request.headers.get("webhook-id"), event);
    return new Response(null, { status: 204 });
  },
});`;

type SecretShownProps = { secret: string | null; onClose: () => void };

/** Shows a signing secret, once, and a receiver that checks signatures with it. */
export function SecretShown({ secret, onClose }: SecretShownProps) {
  return (
    <ShownOnce title={WEBHOOKS.secretTitle} text={WEBHOOKS.secretText} secret={secret} onClose={onClose}>
      <h3>{WEBHOOKS.receiver}</h3>
      <Code label={WEBHOOKS.receiver}>{RECEIVER}</Code>
      <p>
        <a href={`${WAYPOST_URL}/docs/webhooks`} target="_blank" rel="noopener">
          {WEBHOOKS.receiverMore}
        </a>
      </p>
    </ShownOnce>
  );
}
