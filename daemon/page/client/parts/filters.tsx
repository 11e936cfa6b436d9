import { ListFilter } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { useSearchParams } from "wouter";
import { WORDS } from "../words.ts";
import { Button } from "./button.tsx";
import field from "./fields/field.module.css";
import { TagOffers } from "./fields/offers.tsx";
import { type Option, Select } from "./fields/select.tsx";
import style from "./filters.module.css";
import { useKeys } from "./keys.ts";

/** One filter of a list, by the name that the API gives it. */
export type Filter = { name: string; label: string } & (
  | {
      kind: "text";
      placeholder?: string;
      /** Whose tags are offered while it is typed. */
      tagsOf?: "contacts" | "conversations";
    }
  | {
      kind: "choice";
      options: readonly Option[];
      /** What is shown while it is not set; by default, anything. */
      unset?: string;
    }
  | { kind: "date" }
);

/** Behind a colon: what is written large within it stays so, as do German nouns. */
export function begunSmall(text: string): string {
  return document.documentElement.lang === "de" ? text : text.slice(0, 1).toLowerCase() + text.slice(1);
}

/** What the address says of a list's filters: those that are set, by their names in the API. */
export function useFilters<Name extends string>(names: readonly Name[]): { [Key in Name]?: string } {
  const [params] = useSearchParams();
  const set: { [Key in Name]?: string } = {};
  for (const name of names) {
    const value = params.get(name);
    if (value !== null && value !== "") set[name] = value;
  }
  return set;
}

/** The filters `since` and `until`, which are days in the address, as the API takes them: moments, by the clock here. */
export function dayFilters({ since, until }: { since?: string; until?: string }) {
  return { ...startOf("since", since), ...startOf("until", until) };
}

/** The beginning of a day; what is no day is for the API to refuse. */
function startOf<Name extends string>(name: Name, day: string | undefined): { [Key in Name]?: string } {
  const at = new Date(`${day}T00:00`);
  return Number.isNaN(at.getTime()) ? {} : ({ [name]: at.toISOString() } as { [Key in Name]: string });
}

/** Sets one value of the address, or takes it out with null. Going back undoes it. */
export function useSetFilter(): (name: string, value: string | null) => void {
  const [, setParams] = useSearchParams();
  return (name, value) =>
    setParams((params) => {
      const next = new URLSearchParams(params);
      if (value === null || value === "") next.delete(name);
      else next.set(name, value);
      return next;
    });
}

/** All filters of a list. They stand in the address, so that they can be shared, kept and gone back from. */
export function Filters({ filters }: { filters: readonly Filter[] }) {
  const [params, setParams] = useSearchParams();
  const set = useSetFilter();
  const first = useRef<HTMLInputElement>(null);
  useKeys([{ keys: "/", does: WORDS.keySearch, run: () => first.current?.focus() }]);
  const [isOpen, setOpen] = useState(false);
  const setNames = filters.map(({ name }) => name).filter((name) => params.has(name));
  const firstText = filters.find(({ kind }) => kind === "text")?.name;
  return (
    <search className={style.filters} data-open={isOpen || undefined}>
      {filters.map((filter) => {
        const value = params.get(filter.name) ?? "";
        if (filter.kind === "choice")
          return (
            <Select
              key={filter.name}
              label={filter.label}
              isLabelHidden
              options={[
                { value: "", label: `${filter.label}: ${begunSmall(filter.unset ?? WORDS.any)}` },
                ...filter.options,
              ]}
              value={value}
              onChange={(chosen) => set(filter.name, chosen)}
            />
          );
        return (
          <TextFilter
            key={filter.name}
            filter={filter}
            value={value}
            onChange={(text) => set(filter.name, text)}
            {...(filter.name === firstText ? { inputRef: first } : {})}
          />
        );
      })}
      {filters.some(({ name }) => name !== firstText) && (
        <span className={style.toggle}>
          <Button icon={ListFilter} isExpanded={isOpen} onPress={() => setOpen(!isOpen)}>
            {setNames.length === 0 ? WORDS.filters : `${WORDS.filters} (${setNames.length})`}
          </Button>
        </span>
      )}
      {setNames.length > 0 && (
        <Button
          kind="quiet"
          onPress={() =>
            setParams((before) => {
              const next = new URLSearchParams(before);
              for (const name of setNames) next.delete(name);
              return next;
            })
          }
        >
          {WORDS.clearFilters}
        </Button>
      )}
    </search>
  );
}

type TextFilterProps = {
  filter: Filter & { kind: "text" | "date" };
  value: string;
  onChange: (value: string) => void;
  inputRef?: React.RefObject<HTMLInputElement | null>;
};

const PAUSE_MS = 300;

/** Filters when somebody pauses in typing: each letter would be a question to the API. */
function TextFilter({ filter, value, onChange, inputRef }: TextFilterProps) {
  const [typed, setTyped] = useState(value);
  const [isHere, setHere] = useState(false);
  const offersId = useId();
  const change = useRef(onChange);
  change.current = onChange;
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => change.current(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, value]);
  const tagsOf = filter.kind === "text" ? filter.tagsOf : undefined;
  const input = (
    <input
      ref={inputRef}
      list={tagsOf && offersId}
      onFocus={() => setHere(true)}
      onBlur={() => setHere(false)}
      className={`${field.input} ${style.text}`}
      type={filter.kind === "date" ? "date" : "search"}
      aria-label={filter.label}
      placeholder={filter.kind === "text" ? (filter.placeholder ?? filter.label) : undefined}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
  if (filter.kind === "text")
    return (
      <>
        {input}
        {tagsOf && isHere && <TagOffers id={offersId} of={tagsOf} />}
      </>
    );
  return (
    <span className={style.date}>
      <span aria-hidden>{filter.label}</span>
      {input}
    </span>
  );
}
