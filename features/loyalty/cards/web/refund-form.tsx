import '#kit/ui/all-styles.ts';
import { useEffect } from 'react';
import { RefundBesides, RefundRefusal } from '#features/selling/orders/web/public.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { type FormContentProps, formAction } from '#kit/pages/form-action.ts';
import { Hint, KeyValue, Money } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { cardsContract, type SoldCardRecord } from '../contract.ts';

const { previewCardRefund, refundCard } = cardsContract;
type Preview = OutputOf<typeof previewCardRefund>;

/** Money back for what is left of a card: how that comes about, then a reason. */
export const refundForm = formAction({
  endpoint: refundCard,
  title: 'cards:refund.title',
  submitLabel: 'cards:refund.submit',
  danger: true,
  initial: ({ id }: SoldCardRecord) => ({ id }),
  fields: [{ name: 'reason', hint: 'cards:hint.refundReason' }],
  above: (props) => <WhatGoesBack {...props} />,
  success: 'cards:refund.done',
});

function WhatGoesBack({ subject, set, block }: FormContentProps<SoldCardRecord>) {
  return (
    <Loaded call={[previewCardRefund, { id: subject.id }]} skeleton="block" staleMs={0}>
      {(preview) => <Lines preview={preview} set={set} block={block} />}
    </Loaded>
  );
}

function Lines({
  preview,
  set,
  block,
}: { preview: Preview } & Pick<FormContentProps<SoldCardRecord>, 'set' | 'block'>) {
  const t = useText();
  const { totalFen, refusal, lines, byDaysFen, byRightsFen, bySavedFen, besides } = preview;
  useEffect(() => {
    block(refusal !== null);
    // what was seen is what is given back, or nothing
    set('amountFen', totalFen);
  }, [block, set, refusal, totalFen]);
  const measures = Object.entries({ byDays: byDaysFen, byRights: byRightsFen, bySaved: bySavedFen }).flatMap(
    ([name, fen]) => (fen === null ? [] : [[name, fen] as const]),
  );
  return (
    <div>
      <KeyValue
        rows={[
          ...lines.map(({ text, amountFen }) => ({ label: text, value: <Money fen={amountFen} /> })),
          {
            label: t('cards:refund.total'),
            value: (
              <strong>
                <Money fen={totalFen} />
              </strong>
            ),
          },
        ]}
      />
      <Hint>
        {measures.length > 1 && (
          <>
            {measures.map(([name, fen]) => (
              <span key={name}>
                {t(`cards:refund.${name}`)} <Money fen={fen} /> ·{' '}
              </span>
            ))}
            {t('cards:refund.less')}
          </>
        )}
      </Hint>
      <RefundBesides lines={besides} />
      <RefundRefusal text={refusal} />
    </div>
  );
}
