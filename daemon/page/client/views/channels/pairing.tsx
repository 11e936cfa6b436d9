import { useEffect, useRef, useState } from "react";
import { useAsk, useChange } from "../../api/queries.ts";
import { isUnderWay } from "../../parts/alarms/next-step.ts";
import { AsCommand } from "../../parts/as-command.tsx";
import { Button } from "../../parts/button.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { CHANNELS } from "../../view-words.ts";
import { WORDS } from "../../words.ts";
import style from "./channels.module.css";
import { CodeToScan } from "./code-to-scan.tsx";
import { CodeToType, PhoneForm } from "./code-to-type.tsx";
import { type Channel, isWorking, nextStep } from "./states.ts";
import { UsePasskey, wantsPasskey } from "./use-passkey.tsx";

/** The two ways to pair; on a phone, its own screen can't be scanned by itself. */
type Way = "qr" | "pairing_code";
const FIRST_WAY: Way = matchMedia("(max-width: 639px)").matches ? "pairing_code" : "qr";

/** Pairs a number with a phone, and says how far that is; nothing while there is nothing to pair. */
export function Pairing({ channel }: { channel: Channel }) {
  const { id } = channel;
  const [way, setWay] = useState<Way | null>(null);
  const wasPairing = useWas(channel.status === "pairing");
  const connect = useChange("POST /v1/channels/{id}/connect", {
    done: () => setWay(null),
    touches: ["/v1/overview"],
  });
  const begin = (body: { method: Way; phone_number?: string }) =>
    void connect.run({ path: { id }, body: { ...body, replace_number: false } });
  if (isWorking(channel)) return wasPairing ? <Connected number={channel.phone_number} /> : null;
  const step = nextStep(channel);
  const canBegin = step === "pair" || step === "replace" || way !== null;
  if (!isUnderWay(channel) && !canBegin) return null;
  const shown = way ?? FIRST_WAY;
  return (
    <section className={style.block} aria-label={WORDS.steps.pair}>
      {isUnderWay(channel) && way === null ? (
        <UnderWay channel={channel} wasPairing={wasPairing} onOther={setWay} />
      ) : (
        <>
          {shown === "qr" ? (
            <ByQr id={id} isBusy={connect.isRunning} onBegin={() => begin({ method: "qr" })} />
          ) : (
            <PhoneForm
              id={id}
              number={channel.phone_number}
              problem={connect.problem}
              isBusy={connect.isRunning}
              onBegin={(phone_number) => begin({ method: "pairing_code", phone_number })}
            />
          )}
          <OtherWay way={shown} onOther={setWay} />
        </>
      )}
      {shown === "qr" && <ProblemNote problem={connect.problem} />}
    </section>
  );
}

function ByQr({ id, isBusy, onBegin }: { id: string; isBusy: boolean; onBegin: () => void }) {
  return (
    <>
      <p>{CHANNELS.onTheScreen}</p>
      <div className={style.heading}>
        <Button kind="main" isBusy={isBusy} onPress={onBegin}>
          {CHANNELS.showQr}
        </Button>
        <AsCommand
          cli={`channels pair ${id}`}
          route="POST /v1/channels/{id}/connect"
          request={{ path: { id }, body: { method: "qr" } }}
        />
      </div>
    </>
  );
}

type UnderWayProps = { channel: Channel; wasPairing: boolean; onOther: (way: Way) => void };

/** What to do with the code, or that it was used. */
function UnderWay({ channel: { id, status, sandbox }, wasPairing, onOther }: UnderWayProps) {
  const isOpen = status === "pairing";
  const asked = useAsk("GET /v1/channels/{id}/qr", { path: { id }, query: isOpen ? { wait: 20 } : {} });
  const { data } = asked;
  if (!isOpen) {
    const isScanned = wasPairing && data?.status === status && data.is_paired;
    return (
      <p role="status">
        {isScanned && <strong>{CHANNELS.scanned} </strong>}
        {isScanned ? CHANNELS.scannedText : CHANNELS.connecting}
      </p>
    );
  }
  if (wantsPasskey(data)) return <UsePasskey asked={data} />;
  if (data?.pairing_code != null) {
    return (
      <>
        <CodeToType code={data.pairing_code} />
        <OtherWay way="pairing_code" onOther={onOther} />
      </>
    );
  }
  return (
    <>
      <CodeToScan channelId={id} isSandbox={sandbox} asked={asked} />
      <OtherWay way="qr" onOther={onOther} />
    </>
  );
}

function OtherWay({ way, onOther }: { way: Way; onOther: (way: Way) => void }) {
  const other = way === "qr" ? "pairing_code" : "qr";
  return (
    <div>
      <Button onPress={() => onOther(other)}>
        {other === "qr" ? CHANNELS.scanInstead : CHANNELS.typeInstead}
      </Button>
    </div>
  );
}

function Connected({ number }: { number: string | null }) {
  return (
    <p role="status">
      <strong>{CHANNELS.connectedTitle}</strong> {CHANNELS.connectedText(number)}
    </p>
  );
}

/** Whether something was so since this is shown. */
function useWas(isSo: boolean): boolean {
  const was = useRef(false);
  useEffect(() => {
    if (isSo) was.current = true;
  }, [isSo]);
  return was.current || isSo;
}
