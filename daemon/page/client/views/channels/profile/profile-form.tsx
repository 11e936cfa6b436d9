import { useState } from "react";
import type { BodyOf, ResponseOf } from "../../../api/call.ts";
import { errorAt } from "../../../api/problem.ts";
import { ASKED_FOR_PROFILES, useChange } from "../../../api/queries.ts";
import { AsCommand, quoted } from "../../../parts/as-command.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { Checkbox } from "../../../parts/fields/checkbox.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { Form } from "../../../parts/fields/form.tsx";
import { MediaField } from "../../../parts/files/media-field.tsx";
import { toast } from "../../../parts/toast.tsx";
import { PROFILE } from "../../../view-words.ts";

const ROUTE = "PATCH /v1/channels/{id}/profile";

type Body = BodyOf<typeof ROUTE>;
type ProfileFormProps = {
  id: string;
  before: ResponseOf<"GET /v1/channels/{id}/profile">;
  onClose: () => void;
};

/** Changes what a number shows of itself: only what is other than before is sent. */
export function ProfileForm({ id, before, onClose }: ProfileFormProps) {
  const [name, setName] = useState(before.name ?? "");
  const [about, setAbout] = useState(before.about ?? "");
  const [picture, setPicture] = useState("");
  const [removes, setRemoves] = useState(false);
  const change = useChange(ROUTE, {
    done: () => {
      toast(PROFILE.changed);
      onClose();
    },
    touches: [ASKED_FOR_PROFILES],
  });
  const body: Body = {
    ...(name.trim() !== (before.name ?? "") && { name: name.trim() }),
    ...(about.trim() !== (before.about ?? "") && { about: about.trim() }),
    ...(removes ? { picture: null } : picture !== "" && { picture }),
  };
  const request = { path: { id }, body };
  const isSame = Object.keys(body).length === 0;
  return (
    <Dialog title={PROFILE.change} isOpen onClose={onClose}>
      <Form
        action={PROFILE.save}
        onSubmit={() => (isSame ? onClose() : void change.run(request))}
        onCancel={onClose}
        problem={change.problem}
        isBusy={change.isRunning}
        aside={<AsCommand cli={commandOf(id, body)} route={ROUTE} request={request} />}
      >
        <Field
          {...{ label: PROFILE.name, hint: PROFILE.nameHint, value: name, onChange: setName }}
          {...{ error: errorAt(change.problem, "name"), maxLength: 25, isRequired: true, autoFocus: true }}
        />
        <Field
          {...{ label: PROFILE.about, value: about, onChange: setAbout }}
          {...{ error: errorAt(change.problem, "about"), maxLength: 139 }}
        />
        <MediaField
          {...{ label: PROFILE.picture, kind: "image", hint: PROFILE.pictureHint }}
          {...{ value: picture, onChange: setPicture, error: errorAt(change.problem, "picture") }}
        />
        {before.picture_url !== null && picture === "" && (
          <Checkbox isOn={removes} onChange={setRemoves}>
            {PROFILE.remove}
          </Checkbox>
        )}
      </Form>
    </Dialog>
  );
}

function commandOf(id: string, { name, about, picture }: Body): string {
  const parts = [
    name !== undefined && `--name ${quoted(name)}`,
    about !== undefined && `--about ${quoted(about)}`,
    picture != null && `--picture ${picture}`,
    picture === null && "--remove-picture",
  ];
  return [`channels profile set ${id}`, ...parts.filter((part) => part !== false)].join(" ");
}
