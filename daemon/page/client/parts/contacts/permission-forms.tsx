import { type ReactNode, useState } from "react";
import type { BodyOf, Route } from "../../api/call.ts";
import type { Problem } from "../../api/problem.ts";
import { useChange } from "../../api/queries.ts";
import { bodySchema, useApiDocument } from "../../api/schemas.ts";
import { CONTACTS } from "../../view-words.ts";
import { AsCommand, optionsOf } from "../as-command.tsx";
import { Dialog } from "../dialog.tsx";
import { Form } from "../fields/form.tsx";
import { Select } from "../fields/select.tsx";
import { ProblemNote } from "../problem.tsx";
import { SchemaForm } from "../schema/form.tsx";
import { Skeleton } from "../skeleton.tsx";
import { toast } from "../toast.tsx";

const CONSENT = "PUT /v1/contacts/{id}/consent/{channel}";
const SUPPRESS = "POST /v1/contacts/{id}/suppressions";
const CONSENT_OPTIONS = {
  ...{ state: "--state", source: "--source", proof: "--proof" },
  ...{ stated_at: "--stated", expires_at: "--expires" },
};
const SUPPRESS_OPTIONS = { channel: "--channel", reason: "--reason", proof: "--proof", until: "--until" };
const CHANNELS = ["whatsapp", "email", "sms", "voice"].map((name) => ({ value: name, label: name }));

type FormProps = { id: string; onClose: () => void };

/** Sets what a contact agreed to on one channel. */
export function ConsentForm({ id, onClose }: FormProps) {
  const [channel, setChannel] = useState("whatsapp");
  const [body, setBody] = useState<BodyOf<typeof CONSENT>>({ state: "granted" });
  const set = useChange(CONSENT, {
    done: () => {
      toast(CONTACTS.consentSaved);
      onClose();
    },
  });
  const request = { path: { id, channel }, body };
  return (
    <Dialog title={CONTACTS.setConsent} isOpen onClose={onClose}>
      <Form
        action={CONTACTS.setConsent}
        onSubmit={() => void set.run(request)}
        onCancel={onClose}
        problem={set.problem}
        isBusy={set.isRunning}
        aside={
          <AsCommand
            cli={`contacts consent ${id} --channel ${channel}${optionsOf(textsIn(body), CONSENT_OPTIONS)}`}
            route={CONSENT}
            request={request}
          />
        }
      >
        <Select label={CONTACTS.channel} options={CHANNELS} value={channel} onChange={setChannel} />
        <OfRoute
          route={CONSENT}
          value={body}
          onChange={(value) => setBody(value as typeof body)}
          problem={set.problem}
        />
      </Form>
    </Dialog>
  );
}

/** Holds back messages to a contact on one channel. */
export function SuppressForm({ id, onClose }: FormProps) {
  const [body, setBody] = useState<BodyOf<typeof SUPPRESS>>({ channel: "whatsapp", reason: "" });
  const suppress = useChange(SUPPRESS, {
    done: () => {
      toast(CONTACTS.suppressed);
      onClose();
    },
  });
  const request = { path: { id }, body };
  return (
    <Dialog title={CONTACTS.suppress} isOpen onClose={onClose}>
      <Form
        action={CONTACTS.suppress}
        onSubmit={() => void suppress.run(request)}
        onCancel={onClose}
        problem={suppress.problem}
        isBusy={suppress.isRunning}
        aside={
          <AsCommand
            cli={`contacts suppress ${id}${optionsOf(textsIn(body), SUPPRESS_OPTIONS)}`}
            route={SUPPRESS}
            request={request}
          />
        }
      >
        <p>{CONTACTS.suppressText}</p>
        <OfRoute
          route={SUPPRESS}
          value={body}
          onChange={(value) => setBody(value as typeof body)}
          problem={suppress.problem}
        />
      </Form>
    </Dialog>
  );
}

/** The members that are texts with something in them. */
function textsIn(body: object): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(body).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string" && entry[1] !== "",
    ),
  );
}

type OfRouteProps = {
  route: Route;
  value: unknown;
  onChange: (value: unknown) => void;
  problem: Problem | null;
};

/** The fields of a route's body, as the API describes them. */
function OfRoute({ route, ...form }: OfRouteProps): ReactNode {
  const { document, problem } = useApiDocument(route);
  const schema = document && bodySchema(document, route);
  if (problem !== null) return <ProblemNote problem={problem} />;
  if (document === undefined || schema === undefined) return <Skeleton />;
  return <SchemaForm document={document} schema={schema} {...form} />;
}
