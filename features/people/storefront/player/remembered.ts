import { deviceStorage } from '#kit/ui/device-storage.ts';
import type { ShownSlide } from '../contract.ts';

export interface Head {
  slides: readonly ShownSlide[];
  photo: string | null;
}

const keyOf = (fieldId: string) => `coinyard.head.${fieldId}`;

/** What the shop showed the last time this phone was there: it stands at once, and nothing moves when the answer comes. */
export function rememberedHead(fieldId: string): Head | undefined {
  try {
    const known = JSON.parse(deviceStorage.getItem(keyOf(fieldId)) ?? 'null') as Head | null;
    return known && Array.isArray(known.slides) ? known : undefined;
  } catch {
    return undefined;
  }
}

export const rememberHead = (fieldId: string, head: Head): void =>
  deviceStorage.setItem(keyOf(fieldId), JSON.stringify(head));
