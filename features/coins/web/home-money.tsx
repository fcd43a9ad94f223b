import { Link } from 'react-router';
import { ordersContract } from '#features/orders/contract.ts';
import { businessDay } from '#kit/kernel/time.ts';
import { useCall } from '#kit/ui/api.ts';
import { useCurrentSite } from '#kit/ui/current-site.ts';
import { Money } from '#kit/ui/display.tsx';
import { type Figure, Figures } from '#kit/ui/figures.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useCan } from '#kit/ui/session.ts';
import { coinsContract } from '../contract.ts';

const { offlineIncome } = coinsContract;
const { readIncomeByDay } = ordersContract;

/** /home: what today brought in money. */
export default function HomeMoney() {
  const t = useText();
  const site = useCurrentSite();
  const mayOnline = useCan(readIncomeByDay);
  const mayOffline = useCan(offlineIncome);
  const today = businessDay(new Date());
  const ofSite = site ? { fieldId: site.id } : {};
  const online = useCall(readIncomeByDay, { ...ofSite, dates: `${today},${today}` }, { enabled: mayOnline });
  const offline = useCall(offlineIncome, { ...ofSite, from: today, to: today }, { enabled: mayOffline });
  const cash = offline.data?.at(-1);
  // a day without orders is not in the answer
  const sold = online.data && (online.data.at(-1) ?? { grossFen: 0, refundFen: 0, orders: 0 });
  const items: Figure[] = [
    ...(sold
      ? [
          {
            label: t('coins:home.online'),
            value: (
              <Link to={`/onlinepay?from=${today}&to=${today}`}>
                <Money fen={sold.grossFen - sold.refundFen} />
              </Link>
            ),
            hint: t('coins:home.orders', { count: sold.orders }),
          },
        ]
      : []),
    ...(cash
      ? [
          {
            label: t('coins:home.cash'),
            value: (
              <Link to={`/cashincome?from=${today}&to=${today}`}>
                <Money fen={cash.moneyFen} />
              </Link>
            ),
            hint: t('coins:home.cashHint'),
          },
        ]
      : []),
  ];
  if (items.length === 0) return null;
  return (
    <section aria-label={t('coins:home.title')}>
      <Figures items={items} />
    </section>
  );
}
