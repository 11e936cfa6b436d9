import { useEffect, useState } from "react";

/**
 * Takes files that are dropped anywhere on the page, or pasted, while a conversation is open. Returns whether some are
 * held over the page. Null takes none; what is dropped then does not replace the page either.
 */
export function useGivenFiles(take: ((files: readonly File[]) => void) | null): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const onDrag = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(take !== null);
    };
    const onLeave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setOver(false);
    const onDrop = (event: DragEvent) => {
      setOver(false);
      // a field took it
      if (event.defaultPrevented || !hasFiles(event)) return;
      event.preventDefault();
      take?.([...(event.dataTransfer?.files ?? [])]);
    };
    const onPaste = (event: ClipboardEvent) => {
      const { files = [], types = [] } = event.clipboardData ?? {};
      // spreadsheets bring a picture of what is copied as text
      if (take === null || files.length === 0 || types.includes("text/plain")) return;
      event.preventDefault();
      take([...files]);
    };
    document.addEventListener("dragover", onDrag);
    document.addEventListener("dragleave", onLeave);
    document.addEventListener("drop", onDrop);
    document.addEventListener("paste", onPaste);
    return () => {
      document.removeEventListener("dragover", onDrag);
      document.removeEventListener("dragleave", onLeave);
      document.removeEventListener("drop", onDrop);
      document.removeEventListener("paste", onPaste);
    };
  }, [take]);
  return isOver;
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes("Files") === true;
}
