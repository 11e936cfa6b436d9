import type { Option } from "./select.tsx";
import { useTagsInUse } from "./tags-in-use.ts";

type OffersProps = {
  /** The `list` of the input. */
  id: string;
  offers: readonly Option[];
};

/** What the browser itself offers below an input. */
export function Offers({ id, offers }: OffersProps) {
  return (
    <datalist id={id}>
      {offers.map(({ value, hint }) => (
        <option key={value} value={value} label={hint === undefined ? value : `${value} (${hint})`} />
      ))}
    </datalist>
  );
}

/** The same of the tags that contacts or conversations have. */
export function TagOffers({ id, of }: { id: string; of: "contacts" | "conversations" }) {
  return <Offers id={id} offers={useTagsInUse(of)} />;
}
