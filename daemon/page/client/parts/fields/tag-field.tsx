import { type ComponentProps, useId, useState } from "react";
import { CONTACTS } from "../../view-words.ts";
import { Field } from "./field.tsx";
import { TagOffers } from "./offers.tsx";

type TagFieldProps = Pick<ComponentProps<typeof Field>, "value" | "onChange" | "error" | "autoFocus"> & {
  of: "contacts" | "conversations";
};

/** A tag that somebody or something gets: any word, with those in use offered. */
export function TagField({ of, ...field }: TagFieldProps) {
  const id = useId();
  const [isHere, setHere] = useState(false);
  return (
    <>
      <Field {...field} label={CONTACTS.tag} list={id} maxLength={64} onFocus={() => setHere(true)} />
      {isHere && <TagOffers id={id} of={of} />}
    </>
  );
}
