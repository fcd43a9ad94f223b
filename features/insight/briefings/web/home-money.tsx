import { Link } from 'react-router';
import { useOpenDay } from '#features/base/sites/web/public.ts';
import { coinsContract } from '#features/selling/coins/contract.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import { Sparkline } from '#kit/drawings/sparkline.tsx';
import { lastDays } from '#kit/kernel/days.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { useCall } from '#kit/ui/api.ts';
import { useCurrentSite } from '#kit/ui/current-site.ts';
import { Money } from '#kit/ui/display.tsx';
import { HeroFigure } from '#kit/ui/figures.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useMayOpen } from '#kit/ui/may-open.ts';
import { useCan } from '#kit/ui/session.ts';
import classes from './home-money.module.css';

const { offlineIncome } = coinsContract;
const { readIncomeByDay } = ordersContract;
const shownDays = 14;

/** What today brought in money, for those who see a part of it. */
export function HomeMoney() {
  const mayOnline = useCan(readIncomeByDay);
  const mayOffline = useCan(offlineIncome);
  return mayOnline || mayOffline ? <Today mayOnline={mayOnline} mayOffline={mayOffline} /> : null;
}

function Today({ mayOnline, mayOffline }: { mayOnline: boolean; mayOffline: boolean }) {
  const t = useText();
  const mayDetails = useMayOpen('/details_income');
  const site = useCurrentSite();
  const openDay = useOpenDay(site?.id);
  const today = openDay ?? '';
  const days = openDay ? lastDays(openDay, shownDays) : [];
  const first = days[0] ?? '';
  const ofSite = site ? { fieldId: site.id } : {};
  const kept = { keepPrevious: true };
  const online = useCall(
    readIncomeByDay,
    { ...ofSite, dates: `${first},${today}` },
    { ...kept, enabled: mayOnline && openDay !== undefined },
  );
  const offline = useCall(
    offlineIncome,
    { ...ofSite, from: first, to: today },
    { ...kept, enabled: mayOffline && openDay !== undefined },
  );
  const ready = openDay && (!mayOnline || online.data) && (!mayOffline || offline.data);
  // a day without orders is not in the answer
  const sold = new Map(online.data?.map((line) => [line.day, line]));
  const cash = new Map(offline.data?.map((line) => [line.day, line]));
  const onlineOf = (day: string) => sold.get(day)?.incomeFen ?? 0;
  const balanceOf = (day: string) => sold.get(day)?.balanceFen ?? 0;
  const cashOf = (day: string) => cash.get(day)?.moneyFen ?? 0;
  const all = days.map((day) => onlineOf(day) + balanceOf(day) + cashOf(day));
  const highest = Math.max(0, ...all);
  const parts: { label: string; path?: string; fen: number }[] = [
    ...(mayOnline ? [{ label: t('briefings:money.online'), path: '/onlinepay', fen: onlineOf(today) }] : []),
    ...(mayOffline ? [{ label: t('briefings:money.cash'), path: '/cashincome', fen: cashOf(today) }] : []),
    // most merchants sell no stored value: the figure comes with the first that was spent
    ...(balanceOf(today) === 0
      ? []
      : [
          {
            label: t('briefings:money.balance'),
            ...(mayDetails && { path: '/details_income' }),
            fen: balanceOf(today),
          },
        ]),
  ];
  return (
    <section
      aria-label={t('briefings:home.title')}
      className={classes.money}
      data-ready={ready ? '' : undefined}
    >
      <div>
        <span className={classes.label} title={t('briefings:money.includes')}>
          {t('briefings:home.title')}
        </span>
        <HeroFigure>{ready ? <Money fen={all.at(-1)} /> : '¥ ···'}</HeroFigure>
      </div>
      <div className={classes.spark}>
        {ready && (
          <Sparkline
            values={all}
            label={t('briefings:money.trend', { count: shownDays, highest: formatFen(highest) })}
          />
        )}
      </div>
      <dl className={classes.parts}>
        {parts.map(({ label, path, fen }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {path ? (
                <Link to={`${path}?from=${today}&to=${today}`}>{ready ? <Money fen={fen} /> : '¥ ···'}</Link>
              ) : (
                <Money fen={fen} />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
