import { WAYPOST_URL } from "../../parts/as-command.tsx";
import { Button } from "../../parts/button.tsx";
import { Code } from "../../parts/code.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import style from "./webhooks.module.css";
import { WEBHOOKS } from "./words.ts";

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
    <Dialog title={WEBHOOKS.secretTitle} isOpen={secret !== null} onClose={onClose} isWide>
      <div className={style.form}>
        <p>{WEBHOOKS.secretText}</p>
        <Code label={WEBHOOKS.secret}>{secret ?? ""}</Code>
        <h3>{WEBHOOKS.receiver}</h3>
        <Code label={WEBHOOKS.receiver}>{RECEIVER}</Code>
        <p>
          <a href={`${WAYPOST_URL}/docs/webhooks`} target="_blank" rel="noopener">
            {WEBHOOKS.receiverMore}
          </a>
        </p>
        <div className={style.buttons}>
          <Button kind="main" onPress={onClose}>
            {WEBHOOKS.done}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
