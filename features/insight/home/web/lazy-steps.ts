import { type ComponentType, lazy } from 'react';
import { type StartCardProps, useTellKnown } from './start-place.ts';

/** They did not come; the rest of the page does not wait for them. */
function NoSteps({ onKnown }: StartCardProps) {
  useTellKnown(true, false, onKnown);
  return null;
}

/** A card that is fetched when it is wanted; a chunk that is gone leaves its place empty and the page alive. */
export const lazySteps = (load: () => Promise<{ default: ComponentType<StartCardProps> }>) =>
  lazy(() =>
    load().catch((error: unknown) => {
      console.error(error);
      return { default: NoSteps };
    }),
  );
