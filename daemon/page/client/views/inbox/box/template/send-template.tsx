import { useState } from "react";
import { useChange } from "../../../../api/queries.ts";
import { AsCommand, quoted } from "../../../../parts/as-command.tsx";
import { Dialog } from "../../../../parts/dialog.tsx";
import { Form } from "../../../../parts/fields/form.tsx";
import { PhoneMessage } from "../../../../parts/phone/phone-message.tsx";
import { TemplateFields } from "../../../../parts/templates/template-fields.tsx";
import { BOX } from "../../../../view-words.ts";
import type { Conversation } from "../../types.ts";
import type { Place } from "../place.ts";
import { showAccepted } from "../sending/accepted.ts";

const ROUTE = "POST /v1/messages";

type SendTemplateProps = { place: Place; conversation: Conversation; onClose: () => void };

/** Chooses a template, fills its places, shows it as a phone does, and sends it. */
export default function SendTemplate({ place, conversation, onClose }: SendTemplateProps) {
  const { id: conversation_id, channel_id: channelId } = conversation;
  const [content, setContent] = useState<Record<string, unknown>>({});
  const send = useChange(ROUTE, { touches: ["/v1/conversations"] });
  const body = { conversation_id, type: "template", content };
  const command = `send --conversation ${conversation_id} --type template --content ${quoted(JSON.stringify(content))}`;
  const submit = async () => {
    const accepted = await send.run({ body });
    if (accepted === null) return;
    onClose();
    // where it can't be read now, an event brings it
    await showAccepted(place, accepted.id);
  };
  return (
    <Dialog title={BOX.template} isOpen onClose={onClose} isWide>
      <Form
        action={BOX.template}
        onSubmit={() => void submit()}
        onCancel={onClose}
        problem={send.problem}
        isBusy={send.isRunning}
        aside={<AsCommand cli={command} route={ROUTE} request={{ body }} />}
      >
        <TemplateFields
          {...{ channelId, content }}
          onChange={(next) => setContent({ ...next })}
          problem={send.problem}
        />
        {content.template !== undefined && (
          <PhoneMessage type="template" direction="outbound" {...{ channelId, content }} />
        )}
      </Form>
    </Dialog>
  );
}
