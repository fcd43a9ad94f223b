import { useEffect } from 'react';
import { toGcj02 } from '#kit/kernel/datum.ts';
import { createStore, useStore } from '#kit/ui/store.ts';

export type Position =
  | { state: 'unknown' | 'asking' | 'refused' }
  | { state: 'known'; latitude: number; longitude: number };

/** For as long as the page lives: neither the phone nor the server keeps where somebody was. */
const positionStore = createStore<Position>({ state: 'unknown' });

/** A hundred metres are enough to find the nearest shop. */
const coarse = (degrees: number) => Math.round(degrees * 1000) / 1000;

const waitMs = 10_000;
/** A place of a few minutes ago will do. */
const oldestMs = 300_000;

export function locate(): void {
  if (!navigator.geolocation) {
    positionStore.set({ state: 'refused' });
    return;
  }
  positionStore.set({ state: 'asking' });
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => {
      // what the phone says is not yet what Chinese maps say
      const { latitude, longitude } = toGcj02(coords);
      positionStore.set({ state: 'known', latitude: coarse(latitude), longitude: coarse(longitude) });
    },
    () => positionStore.set({ state: 'refused' }),
    { timeout: waitMs, maximumAge: oldestMs },
  );
}

/** Nobody is asked unprompted; who has agreed before is not asked again. */
export function usePosition(): Position {
  const position = useStore(positionStore);
  useEffect(() => {
    if (positionStore.get().state !== 'unknown') return;
    void navigator.permissions
      ?.query({ name: 'geolocation' })
      .then(({ state }) => {
        if (state === 'granted' && positionStore.get().state === 'unknown') locate();
      })
      .catch(() => {});
  }, []);
  return position;
}

export const placeOf = (position: Position) =>
  position.state === 'known' ? { latitude: position.latitude, longitude: position.longitude } : {};
