import { useSearch } from "wouter";

/** The address of a conversation within the list that is shown: its filters, and no place in another conversation. */
export function useAddressOf(): (id: string) => string {
  const params = new URLSearchParams(useSearch());
  params.delete("message");
  return (id) => `/inbox/${id}${params.size === 0 ? "" : `?${params}`}`;
}
