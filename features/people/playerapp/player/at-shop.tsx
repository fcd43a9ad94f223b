import type { ReactNode } from 'react';
import { LinkButton } from '#kit/player/button.tsx';
import { Blank } from '#kit/player/notice.tsx';
import { Bar, Page } from '#kit/player/page.tsx';
import { useQuery } from '#kit/player/place.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { homePath, shopsPath } from './addresses.ts';
import { useChosenShop } from './chosen-shop.ts';

/** The shop that a page is about: the one of the address, or the one that was chosen last. */
export function useShopHere(): string | undefined {
  const asked = useQuery().get('fieldId');
  const { now, before } = useChosenShop();
  return asked ?? now ?? before;
}

/** Instead of what a shop has, until one is chosen. */
export function ChooseShop({ hint }: { hint: string }) {
  const t = useText();
  return (
    <Blank title={t('playerapp:where.title')} hint={hint}>
      <LinkButton to={shopsPath}>{t('playerapp:screen.selectShop')}</LinkButton>
    </Blank>
  );
}

interface AtShopProps {
  title: string;
  /** why a shop has to be chosen first */
  hint: string;
  children: (fieldId: string) => ReactNode;
}

/** A page about one shop. */
export function AtShop({ title, hint, children }: AtShopProps) {
  const fieldId = useShopHere();
  if (fieldId) return children(fieldId);
  return (
    <Page bar={<Bar title={title} back={homePath} />} centred>
      <ChooseShop hint={hint} />
    </Page>
  );
}
