import { useText } from '#kit/ui/i18n.ts';
import { levelOf } from './signal-level.ts';

/** Four bars, as on a phone. */
export function SignalBars({ kind, dbm }: { kind: string | null; dbm: number | null }) {
  const t = useText();
  const level = levelOf(kind, dbm);
  if (level === undefined) return null;
  return (
    <svg
      width="20"
      height="16"
      viewBox="0 0 20 16"
      role="img"
      aria-label={t('settings:device.signalLevel', { level })}
    >
      {[1, 2, 3, 4].map((bar) => (
        <rect
          key={bar}
          x={(bar - 1) * 5 + 1}
          y={16 - bar * 4}
          width="3.4"
          height={bar * 4}
          rx="1"
          fill={bar <= level ? 'currentColor' : 'var(--hairline)'}
        />
      ))}
    </svg>
  );
}
