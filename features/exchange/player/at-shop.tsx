import type { ReactNode } from 'react';
import { useChosenShop } from '#features/program/player/public.ts';
import { LinkButton } from '#kit/player/button.tsx';
import { Blank } from '#kit/player/notice.tsx';
import { Bar, Page } from '#kit/player/page.tsx';
import { useQuery } from '#kit/player/place.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { shopsPath } from './addresses.ts';

/** A page about one shop: the one of the address, or the one that was chosen last. */
export function AtShop({ title, children }: { title: string; children: (fieldId: string) => ReactNode }) {
  const t = useText();
  const asked = useQuery().get('fieldId');
  const { now, before } = useChosenShop();
  const fieldId = asked ?? now ?? before;
  if (fieldId) return children(fieldId);
  return (
    <Page bar={<Bar title={title} back="/program" />} centred>
      <Blank title={t('exchange:store.where')} hint={t('exchange:store.whereHint')}>
        <LinkButton to={shopsPath}>{t('exchange:store.choose')}</LinkButton>
      </Blank>
    </Page>
  );
}
