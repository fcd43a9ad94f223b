import { Link } from 'react-router';
import { Sparkline } from '#kit/drawings/sparkline.tsx';
import { formatFen } from '#kit/kernel/money.ts';
import { weekdayOf } from '#kit/kernel/time.ts';
import { useCall } from '#kit/ui/api.ts';
import { useCurrentSite } from '#kit/ui/current-site.ts';
import { Money } from '#kit/ui/display.tsx';
import { HeroFigure } from '#kit/ui/figures.tsx';
import { type Translate, useText } from '#kit/ui/i18n.ts';
import { useMayOpen } from '#kit/ui/may-open.ts';
import { useCan } from '#kit/ui/session.ts';
import { briefingsContract } from '../contract.ts';
import { compared, type Headline, headlineOf } from '../rules/headline-rules.ts';
import { HomeMoney } from './home-money.tsx';
import classes from './home-today.module.css';
import { BestAndWorst } from './places.tsx';
import type { Today } from './today.ts';

const { readToday } = briefingsContract;

/** Figures grow while somebody looks. */
const everyMs = 60_000;

/** /home: what today brought so far, whether that is much, and where to look; who sees a part of it sees that part. */
export default function HomeToday() {
  return useCan(readToday) ? <Card /> : <HomeMoney />;
}

function Card() {
  const t = useText();
  const site = useCurrentSite();
  const mayReport = useMayOpen('/business_statistics');
  const { data } = useCall(readToday, site ? { fieldId: site.id } : {}, {
    keepPrevious: true,
    refetchMs: everyMs,
  });
  const reportOf = (day: string) =>
    mayReport ? `/business_statistics?from=${day}&to=${day}${site ? `&fieldId=${site.id}` : ''}` : undefined;
  return (
    <section
      aria-label={t('briefings:home.title')}
      className={classes.card}
      data-ready={data ? '' : undefined}
      data-wide
    >
      <div className={classes.money}>
        <div className={classes.hero}>
          <Linked to={data && reportOf(data.day)}>
            <span className={classes.label} title={t('briefings:home.includes')}>
              {t('briefings:home.title')}
            </span>
            <HeroFigure>{data ? <Money fen={data.incomeFen} /> : '¥ ···'}</HeroFigure>
          </Linked>
          <div className={classes.spark}>{data && <Trend days={data.days} siteId={site?.id} />}</div>
        </div>
        <Parts data={data} />
        <Words data={data} />
        <p className={classes.yesterday}>
          {data && (
            <Linked to={reportOf(data.yesterday.day)}>
              {t('briefings:home.yesterday')} <Money fen={data.yesterday.incomeFen} />
              {' · '}
              {sayChange(
                t,
                compared(data.yesterday.incomeFen, data.yesterday.lastWeekFen),
                t('briefings:home.weekdayBefore'),
              )}
            </Linked>
          )}
        </p>
      </div>
      <BestAndWorst places={data?.places} siteId={site?.id} />
    </section>
  );
}

/** Through the platforms, in cash, and out of balances where somebody paid so. */
function Parts({ data }: { data: Today | undefined }) {
  const t = useText();
  const parts = [
    { name: 'online', fen: data?.onlineFen },
    { name: 'cash', fen: data?.cashFen },
    // most merchants sell no stored value: the figure comes with the first that was spent
    ...(data?.balanceFen ? [{ name: 'balance', fen: data.balanceFen }] : []),
    ...(data?.groupBuyFen ? [{ name: 'groupBuy', fen: data.groupBuyFen }] : []),
  ];
  return (
    <dl className={classes.parts}>
      {parts.map(({ name, fen }) => (
        <div key={name}>
          <dt>{t(`briefings:home.part.${name}`)}</dt>
          <dd>{fen === undefined ? '¥ ···' : <Money fen={fen} />}</dd>
        </div>
      ))}
    </dl>
  );
}

function Linked({ to, children }: { to: string | undefined; children: React.ReactNode }) {
  return to ? (
    <Link to={to} className={classes.link}>
      {children}
    </Link>
  ) : (
    <span className={classes.link}>{children}</span>
  );
}

/** The shape of two weeks; each day with its figure stands where the words below lead. */
function Trend({ days, siteId }: { days: Today['days']; siteId: string | undefined }) {
  const t = useText();
  const mayCharts = useMayOpen('/chart_total');
  const query = new URLSearchParams({
    from: days[0]?.day ?? '',
    to: days.at(-1)?.day ?? '',
    ...(siteId && { fieldId: siteId }),
  });
  const values = days.map(({ incomeFen }) => incomeFen);
  const highest = formatFen(Math.max(...values));
  return (
    <>
      <Sparkline values={values} label={t('briefings:home.trend', { days: values.length, highest })} />
      <span className={classes.sparkNote}>
        <Linked to={mayCharts ? `/chart_total?${query}` : undefined}>
          {t('briefings:home.trendNote', { days: values.length })}
        </Linked>
      </span>
    </>
  );
}

/** "12% above last Monday at this hour", and the other comparison after it. */
function Words({ data }: { data: Today | undefined }) {
  const t = useText();
  if (!data) return <p className={classes.headline}>{'\u00a0'}</p>;
  const headline = headlineOf(data);
  const other =
    headline.of === 'hours' && headline.against === 'lastWeek' && data.hours.yesterdayFen > 0
      ? compared(data.hours.todayFen, data.hours.yesterdayFen)
      : undefined;
  return (
    <p className={classes.headline}>
      <strong data-kind={headline.kind}>{sayHeadline(t, headline, data)}</strong>
      {other && (
        <span className={classes.other}>{sayChange(t, other, t('briefings:home.yesterdayHours'))}</span>
      )}
    </p>
  );
}

function sayHeadline(t: Translate, headline: Headline, data: Today): string {
  const weekday = t(
    `briefings:weekday.${headline.of === 'yesterday' ? weekdayOf(data.yesterday.day) : data.weekday}`,
  );
  if (headline.of === 'yesterday')
    return t(headline.kind === 'quiet' ? 'briefings:home.quiet' : 'briefings:home.notYet');
  return sayChange(
    t,
    headline,
    t(headline.against === 'lastWeek' ? 'briefings:home.weekdayHours' : 'briefings:home.yesterdayHours', {
      weekday,
    }),
  );
}

type Compared = ReturnType<typeof compared>;

/** How one amount stands to another, in words. */
export function sayChange(t: Translate, { kind, percent, differenceFen }: Compared, than: string): string {
  if (kind === 'above' || kind === 'below')
    return percent === undefined
      ? t(`briefings:change.${kind}Fen`, { than, amount: formatFen(differenceFen) })
      : t(`briefings:change.${kind}`, { than, percent });
  return t(`briefings:change.${kind}`, { than });
}
