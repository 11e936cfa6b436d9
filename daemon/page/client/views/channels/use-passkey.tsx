import type { ResponseOf } from "../../api/call.ts";
import { useChange } from "../../api/queries.ts";
import { AsCommand } from "../../parts/as-command.tsx";
import { Button } from "../../parts/button.tsx";
import { Code, Id } from "../../parts/code.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import common from "../../style/common.module.css";
import { CHANNELS } from "../../view-words.ts";
import style from "./channels.module.css";

type Asked = ResponseOf<"GET /v1/channels/{id}/qr">;
type Wanted = Asked & { passkey: NonNullable<Asked["passkey"]> };

/** Whether WhatsApp wants the account's passkey before it links a device. */
export function wantsPasskey(asked: Asked | undefined): asked is Wanted {
  return asked?.passkey != null;
}

/** What to do about the passkey that WhatsApp wants, step by step. */
export function UsePasskey({ asked }: { asked: Wanted }) {
  const { state, passkey, channel_id: id } = asked;
  if (state === "signed") return <p role="status">{CHANNELS.passkeySigned}</p>;
  if (state === "confirm" || state === "confirmed") return <CompareCodes asked={asked} />;
  return (
    <>
      <h3>{CHANNELS.passkeyTitle}</h3>
      <p>{CHANNELS.passkeyText}</p>
      <div className={style.heading}>
        <a href={passkey.url} target="_blank" rel="noopener">
          {CHANNELS.passkeyGo}
        </a>
        <AsCommand
          cli={`channels passkey ${id}`}
          route="GET /v1/channels/{id}/qr"
          request={{ path: { id }, query: {} }}
        />
      </div>
      <p className={common.quiet}>{CHANNELS.passkeyElsewhere}</p>
      <Code label={CHANNELS.passkeyAddress}>{passkey.url}</Code>
    </>
  );
}

/** The code that the phone shows, too. Nobody but a person says that it does. */
function CompareCodes({ asked: { channel_id: id, state, passkey, confirm_code } }: { asked: Wanted }) {
  const confirm = useChange("POST /v1/channels/{id}/passkey/confirm", {});
  const code = confirm_code ?? "";
  const request = { path: { id }, body: { token: passkey.token, code } };
  return (
    <>
      <h3>{CHANNELS.compareTitle}</h3>
      <p className={style.letters}>
        <Id value={code} />
      </p>
      <p role="status">{state === "confirm" ? CHANNELS.compareText : CHANNELS.comparedText}</p>
      {state === "confirm" && (
        <Button kind="main" isBusy={confirm.isRunning} onPress={() => void confirm.run(request)}>
          {CHANNELS.codesAreSame}
        </Button>
      )}
      <ProblemNote problem={confirm.problem} />
    </>
  );
}
