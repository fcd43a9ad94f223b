import type { ReactNode } from 'react';
import { useChosenShop } from '#features/program/player/public.ts';
import { LinkButton } from '#kit/player/button.tsx';
import { Blank } from '#kit/player/notice.tsx';
import { Bar, Page } from '#kit/player/page.tsx';
import { useQuery } from '#kit/player/place.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { homePath } from './addresses.ts';

const shopsPath = '/program/home/selectshop';

/** A page about goods of one shop: the one of the address, or where the player is; without any one is chosen first. */
export function AtShop({ title, children }: { title: string; children: (fieldId: string) => ReactNode }) {
  const t = useText();
  const asked = useQuery().get('fieldId');
  const { now, before } = useChosenShop();
  const fieldId = asked ?? now ?? before;
  if (fieldId) return children(fieldId);
  return (
    <Page bar={<Bar title={title} back={homePath} />} centred>
      <Blank title={t('shop:where.title')} hint={t('shop:where.hint')}>
        <LinkButton to={shopsPath}>{t('shop:where.choose')}</LinkButton>
      </Blank>
    </Page>
  );
}
