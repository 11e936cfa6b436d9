import { type ReactNode, useState } from "react";
import { useAsk, useChange } from "../../api/queries.ts";
import { useMay } from "../../api/session.tsx";
import { AsCommand } from "../../parts/as-command.tsx";
import { Button } from "../../parts/button.tsx";
import { Id } from "../../parts/code.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Form } from "../../parts/fields/form.tsx";
import { Facts } from "../../parts/split.tsx";
import { Time } from "../../parts/time.tsx";
import { toast } from "../../parts/toast.tsx";
import common from "../../style/common.module.css";
import { PROVIDER } from "../../view-words.ts";
import type { Provider } from "./provider.ts";
import { ProviderForm } from "./provider-form.tsx";

const ROUTE = "/v1/settings/login-provider";

/** The login provider: those who manage users see it, and owners can change it. */
export function LoginProvider() {
  const may = useMay();
  const { data } = useAsk(`GET ${ROUTE}`, {}, { enabled: may("users:manage") });
  const [open, setOpen] = useState<"form" | "removal" | null>(null);
  if (data === undefined) return null;
  const isSet = data.issuer !== null;
  const close = () => setOpen(null);
  return (
    <section className={common.block}>
      <h2>{PROVIDER.title}</h2>
      <p className={common.quiet}>{PROVIDER.text}</p>
      <Facts facts={factsOf(data)} />
      {may("*") && (
        <div className={common.heading}>
          <Button onPress={() => setOpen("form")}>{isSet ? PROVIDER.change : PROVIDER.set}</Button>
          {isSet && <Button onPress={() => setOpen("removal")}>{PROVIDER.remove}</Button>}
        </div>
      )}
      {open === "form" && <ProviderForm kept={data} onClose={close} />}
      {open === "removal" && <Removal onClose={close} />}
    </section>
  );
}

function factsOf({ name, issuer, domains, password_login, proven_at, ...uris }: Provider) {
  const addresses: [string, ReactNode][] = [
    [PROVIDER.redirectUri, <Id key="redirect" value={uris.redirect_uri} />],
    [PROVIDER.logoutUri, <Id key="logout" value={uris.logout_uri} />],
  ];
  if (name === null || issuer === null) return addresses;
  return [
    [PROVIDER.name, name],
    [PROVIDER.issuer, issuer],
    [PROVIDER.domains, domains.join(", ")],
    [PROVIDER.passwords, password_login ? PROVIDER.allowed : PROVIDER.off],
    [PROVIDER.proven, proven_at === null ? PROVIDER.notYet : <Time key="proven" at={proven_at} />],
    ...addresses,
  ] satisfies [string, ReactNode][];
}

function Removal({ onClose }: { onClose: () => void }) {
  const remove = useChange(`DELETE ${ROUTE}`, {
    done: () => {
      onClose();
      toast(PROVIDER.removed);
    },
  });
  return (
    <Dialog title={PROVIDER.remove} isOpen onClose={onClose}>
      <Form
        action={PROVIDER.remove}
        onSubmit={() => void remove.run({})}
        onCancel={onClose}
        problem={remove.problem}
        isBusy={remove.isRunning}
        isDanger
        aside={<AsCommand cli="login-provider delete" route={`DELETE ${ROUTE}`} request={{}} />}
      >
        <p>{PROVIDER.removeText}</p>
      </Form>
    </Dialog>
  );
}
