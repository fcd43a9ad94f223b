import { momentText } from '#features/people/playerapp/player/public.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { Card, Facts } from '#kit/player/card.tsx';
import { CodeText, QrCode } from '#kit/player/code.tsx';
import { Badge, Notice, type Tone } from '#kit/player/notice.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { HandoverState, handoverContract } from '../contract.ts';
import { pickupCodeIn } from '../rules/pickup-code.ts';
import { GoodsLines } from './goods-lines.tsx';

export type OwnGoods = OutputOf<typeof handoverContract.readOwnHandover>;

export const stateTones: Record<HandoverState, Tone> = {
  asked: 'warn',
  unpaid: 'warn',
  ready: 'warn',
  refunding: 'warn',
  shipped: 'good',
  done: 'good',
  cancelled: 'plain',
  expired: 'plain',
  refused: 'plain',
  refunded: 'plain',
};

/** The code for the counter, or how it was sent; what it is, and what was paid for it. */
export function Claim({ goods }: { goods: OwnGoods }) {
  const t = useText();
  const { code, state, waitsUntil } = goods;
  return (
    <>
      {code ? (
        <Card heading={t('handover:claim.pickUp')}>
          <QrCode content={code} label={t('handover:claim.show')} />
          <CodeText code={pickupCodeIn(code) ?? code} label={t('handover:claim.code')} />
          {waitsUntil && (
            <Notice tone="warn">{t('handover:claim.until', { at: momentText(waitsUntil) })}</Notice>
          )}
        </Card>
      ) : (
        <Notice tone={stateTones[state] === 'good' ? 'good' : 'plain'}>
          {t(`handover:claimState.${state}`)}
        </Notice>
      )}
      <Card
        heading={t('handover:claim.goods')}
        aside={<Badge tone={stateTones[state]}>{t(`handover:state.${state}`)}</Badge>}
      >
        <GoodsLines lines={goods.lines} />
        <Facts
          facts={factsOf(goods).flatMap(([key, value]) =>
            value ? [{ name: t(`handover:ownField.${key}`), value: key === 'way' ? t(value) : value }] : [],
          )}
        />
      </Card>
    </>
  );
}

const factsOf = (goods: OwnGoods): [key: string, value: string | null][] => [
  ['price', goods.price],
  ['fieldName', goods.fieldName ?? goods.merchantName],
  ['way', `handover:way.${goods.way}`],
  ...(goods.way === 'ship'
    ? ([
        ['receiver', goods.receiver],
        ['phone', goods.phone],
        ['address', goods.address],
        ['carrier', goods.carrier],
        ['trackingNumber', goods.trackingNumber],
      ] as [string, string][])
    : ([['counter', [goods.counter.name, goods.counter.address].filter(Boolean).join(' · ')]] as [
        string,
        string,
      ][])),
  ['reason', goods.reason],
  ['number', goods.number],
  ['createdAt', momentText(goods.createdAt)],
  ['endedAt', goods.endedAt && momentText(goods.endedAt)],
];
