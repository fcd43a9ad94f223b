import { tabStorage } from '#kit/ui/device-storage.ts';
import type { Place } from './history.ts';

const storageKey = 'coinyard.scroll';
const remembered = 50;
const giveUpMs = 2_000;

type Positions = Record<string, number>;

function read(): Positions {
  try {
    return JSON.parse(tabStorage.getItem(storageKey) ?? '{}') as Positions;
  } catch {
    return {};
  }
}

export function rememberScroll(key: string, top: number): void {
  const { [key]: _, ...others } = read();
  const kept = Object.entries(others).slice(-(remembered - 1));
  tabStorage.setItem(storageKey, JSON.stringify({ ...Object.fromEntries(kept), [key]: top }));
}

/**
 * Back navigation returns to where the reader was. Lists grow as their data arrives, so the position is
 * tried again at every growth until it is reached, the reader scrolls, or the time is over.
 */
export function restoreScroll(place: Place): () => void {
  const wanted = place.action === 'POP' ? (read()[place.location.key] ?? 0) : 0;
  window.scrollTo(0, wanted);
  if (wanted === 0 || Math.abs(window.scrollY - wanted) < 2) return () => {};
  const observer = new ResizeObserver(() => {
    window.scrollTo(0, wanted);
    if (Math.abs(window.scrollY - wanted) < 2) stop();
  });
  const timer = setTimeout(stop, giveUpMs);
  function stop(): void {
    observer.disconnect();
    clearTimeout(timer);
    for (const type of ['wheel', 'touchmove', 'keydown']) window.removeEventListener(type, stop);
  }
  observer.observe(document.body);
  for (const type of ['wheel', 'touchmove', 'keydown'])
    window.addEventListener(type, stop, { passive: true });
  return stop;
}
