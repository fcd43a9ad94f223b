import { type Bar, Bars } from '#kit/drawings/bars.tsx';
import { Hint, StatusBadge, type Tone } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { ThingPicture } from '#kit/ui/thing-picture.tsx';
import type { LaneLevel, LaneRecord } from '../contract/records.ts';
import type { StockRecord } from '../contract/stock.ts';
import classes from './vending.module.css';

export const ProductPicture = ({ image }: { image: string | null }) => (
  <ThingPicture picture={image} size={40} />
);

const percent = (stock: number, capacity: number) => Math.min(100, (stock / Math.max(1, capacity)) * 100);

export function StockBar({ stock, capacity, level }: { stock: number; capacity: number; level: LaneLevel }) {
  return (
    <div className={classes.bar} aria-hidden>
      <div className={classes.barFill} data-level={level} style={{ width: `${percent(stock, capacity)}%` }} />
    </div>
  );
}

const barTones: Partial<Record<LaneLevel, Bar['tone']>> = {
  empty: 'bad',
  low: 'low',
  closed: 'quiet',
  unset: 'quiet',
};

/** Every lane of a machine as a thin bar. */
export const LaneBars = ({ lanes }: { lanes: StockRecord['lanes'] }) => (
  <Bars
    bars={lanes.map(({ lane, stock, capacity, level }) => ({
      key: lane,
      part: stock / Math.max(1, capacity),
      tone: barTones[level],
    }))}
  />
);

const levelTones: Record<LaneLevel, Tone> = {
  closed: 'quiet',
  unset: 'quiet',
  empty: 'bad',
  low: 'waiting',
  ok: 'good',
  full: 'good',
};

export function LevelBadge({ level }: { level: LaneLevel }) {
  const t = useText();
  return <StatusBadge tone={levelTones[level]}>{t(`vending:level.${level}`)}</StatusBadge>;
}

/** Nothing while the goods are good. */
export function ExpiryBadge({ expiry, expiryDate }: Pick<LaneRecord, 'expiry' | 'expiryDate'>) {
  const t = useText();
  if (!expiry || !expiryDate) return null;
  return (
    <StatusBadge tone={expiry === 'expired' ? 'bad' : 'waiting'}>
      {t(`vending:expiry.${expiry}`, { date: expiryDate })}
    </StatusBadge>
  );
}

/** The machine counts otherwise than our book. */
export function ReportedNote({ lane }: { lane: Pick<LaneRecord, 'reportedStock' | 'stock'> }) {
  const t = useText();
  if (lane.reportedStock === null) return null;
  return (
    <Hint size="xs">{t('vending:stock.reported', { reported: lane.reportedStock, stock: lane.stock })}</Hint>
  );
}
