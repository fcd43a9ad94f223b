import { useEffect, useState } from 'react';
import { deviceStorage } from '#kit/ui/device-storage.ts';
import { useSession } from '#kit/ui/session.ts';

const dismissedKey = (userId: string) => `coinyard.startDismissed.${userId}`;
const shownKey = (userId: string) => `coinyard.startShown.${userId}`;

export interface StartCardProps {
  onDismiss: () => void;
  /** told once it is known whether there is anything to show */
  onKnown: (shown: boolean) => void;
}

export const isDismissed = (userId: string) => deviceStorage.getItem(dismissedKey(userId)) === '1';
export const noteDismissed = (userId: string) => deviceStorage.setItem(dismissedKey(userId), '1');

/**
 * Whether the place of the first steps is settled, so that what lies below may come: at once for people who had none last
 * time or put them aside, otherwise when they are known.
 */
export function useStartPlace(): { settled: boolean; onKnown: StartCardProps['onKnown'] } {
  const userId = useSession()?.id ?? '';
  const [settled, setSettled] = useState(
    () => deviceStorage.getItem(shownKey(userId)) === '0' || isDismissed(userId),
  );
  const onKnown = (shown: boolean) => {
    deviceStorage.setItem(shownKey(userId), shown ? '1' : '0');
    setSettled(true);
  };
  return { settled, onKnown };
}

/** Tells the page around the card, after drawing, what became of it. */
export function useTellKnown(known: boolean, shown: boolean, onKnown: StartCardProps['onKnown']): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when it changes, not whenever the page draws
  useEffect(() => {
    if (known) onKnown(shown);
  }, [known, shown]);
}
