import { momentText } from '#features/people/program/player/public.ts';
import { useAnswer } from '#kit/player/answers.ts';
import { Card, Facts } from '#kit/player/card.tsx';
import { CodeText, QrCode } from '#kit/player/code.tsx';
import { useLive } from '#kit/player/live.ts';
import { Notice } from '#kit/player/notice.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { goodsOrdersChanged, shopContract } from '../contract.ts';
import { GoodsLines } from './goods-lines.tsx';

/** Of an order of goods: the code for the counter, or how they were sent; of other orders nothing. */
export default function GoodsClaim({
  orderNumber,
  onChanged,
}: {
  orderNumber: string;
  /** the order itself may say something else now */
  onChanged: () => Promise<void>;
}) {
  const t = useText();
  const { data, again } = useAnswer(shopContract.readOwnGoods, { orderNumber });
  useLive(goodsOrdersChanged, () => void Promise.all([again(), onChanged()]));
  if (!data) return null;
  const { state, delivery, code, counter, receiver, carrier, trackingNumber, waitsUntil } = data;
  return (
    <>
      {code ? (
        <Card heading={t('shop:claim.pickUp')}>
          <QrCode content={code} label={t('shop:claim.show')} />
          <CodeText code={code} label={t('shop:claim.code')} />
          {waitsUntil && <Notice tone="warn">{t('shop:claim.until', { at: momentText(waitsUntil) })}</Notice>}
        </Card>
      ) : (
        <Notice tone={state === 'handedOut' || state === 'shipped' ? 'good' : 'plain'}>
          {t(`shop:claimState.${state}`)}
        </Notice>
      )}
      <Card heading={t('shop:claim.goods')}>
        <GoodsLines lines={data.lines} />
        <Facts
          facts={[
            { name: t('shop:field.delivery'), value: t(`shop:delivery.${delivery}`) },
            ...(receiver
              ? [
                  { name: t('shop:claim.receiver'), value: `${receiver.name} ${receiver.phone}` },
                  { name: t('shop:claim.address'), value: `${receiver.region} ${receiver.street}` },
                ]
              : [
                  {
                    name: t('shop:claim.counter'),
                    value: [counter.name, counter.address].filter(Boolean).join(' · '),
                  },
                ]),
            ...(carrier && trackingNumber
              ? [
                  { name: t('shop:field.carrier'), value: carrier },
                  { name: t('shop:field.trackingNumber'), value: trackingNumber },
                ]
              : []),
          ]}
        />
      </Card>
    </>
  );
}
