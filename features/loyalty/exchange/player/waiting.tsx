import { momentText } from '#features/people/playerapp/player/public.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { LinkButton } from '#kit/player/button.tsx';
import { Notice } from '#kit/player/notice.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { exchangeContract } from '../contract.ts';
import { orderAddress } from './addresses.ts';

type Own = NonNullable<OutputOf<typeof exchangeContract.readExchangeStore>['own']>;

/** What is to be fetched here before it goes back, with the way to its code. */
export function Waiting({ waiting }: Pick<Own, 'waiting'>) {
  const t = useText();
  if (!waiting) return null;
  return (
    <Notice tone="warn">
      <div>{t('exchange:own.waiting', { goods: waiting.goods })}</div>
      <div>{t('exchange:own.until', { at: momentText(waiting.waitsUntil) })}</div>
      <LinkButton kind="plain" to={orderAddress(waiting.id)}>
        {t('exchange:own.showCode')}
      </LinkButton>
    </Notice>
  );
}
