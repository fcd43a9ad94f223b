import type { ComponentProps } from 'react';
import { AtShop as AtOneShop } from '#features/people/playerapp/player/public.ts';
import { useText } from '#kit/ui/i18n.ts';

/** A page about the points store of one shop. */
export const AtShop = (props: Omit<ComponentProps<typeof AtOneShop>, 'hint'>) => (
  <AtOneShop hint={useText()('exchange:store.whereHint')} {...props} />
);
