import { useEffect, useRef } from 'react';

/** A scanner at the keyboard types faster than anybody and ends with Enter. */
const longestPauseMs = 80;
const shortestCode = 4;

/** Puts the keys of a scanner together; a pause that a hand makes begins again. */
export function wedgeReader() {
  let typed = '';
  let lastMs = Number.NEGATIVE_INFINITY;
  /** The code, when this key was the Enter at its end. */
  return (key: string, atMs: number): string | undefined => {
    if (atMs - lastMs > longestPauseMs) typed = '';
    lastMs = atMs;
    if (key === 'Enter') {
      const code = typed;
      typed = '';
      return code.length >= shortestCode ? code : undefined;
    }
    if (key.length === 1) typed += key;
    return undefined;
  };
}

const isTypedInto = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Hears a scanner also while no field has the focus; what is typed into a field belongs to that field. */
export function useWedgeScanner(onCode: (code: string) => void, active: boolean): void {
  const found = useRef(onCode);
  found.current = onCode;
  useEffect(() => {
    if (!active) return;
    const read = wedgeReader();
    let lastMs = Number.NEGATIVE_INFINITY;
    const hear = (event: KeyboardEvent) => {
      if (isTypedInto(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
      const isQuick = event.timeStamp - lastMs <= longestPauseMs;
      lastMs = event.timeStamp;
      const code = read(event.key, event.timeStamp);
      if (code === undefined) {
        // a link has slashes, and a slash opens the search
        if (isQuick && event.key.length === 1) event.preventDefault();
        return;
      }
      // Enter on a button that has the focus would press it.
      event.preventDefault();
      found.current(code);
    };
    document.addEventListener('keydown', hear, { capture: true });
    return () => document.removeEventListener('keydown', hear, { capture: true });
  }, [active]);
}
